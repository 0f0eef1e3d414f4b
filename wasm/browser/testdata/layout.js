// What is wrong with the layout at this size, one sentence each: the value of the last expression.
(() => {
  const wrong = [];
  const name = (el) => `${el.localName}${el.id ? '#' + el.id : ''} "${(el.ariaLabel || el.textContent).trim().slice(0, 30)}"`;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll('#playground *')].filter((el) => el.checkVisibility() &&
      el.getBoundingClientRect().right > innerWidth + 1 && !el.closest('#steps, .visually-hidden')).slice(0, 3);
    wrong.push(`the page is ${root.scrollWidth} wide, the window ${innerWidth}: ${wide.map(name).join(', ')}`);
  }

  const target = (el) => (el.type === 'checkbox' && el.closest('label')) || el;
  for (const el of document.querySelectorAll('#playground :is(button, input, select, textarea, a[href])')) {
    if (!el.checkVisibility()) continue;
    const {width, height} = target(el).getBoundingClientRect();
    const least = el.closest('.steps') || el.id === 'next' ? 44 : 24;
    if (width < least - 0.1 || height < least - 0.1) wrong.push(`${name(el)} is ${width.toFixed(1)} by ${height.toFixed(1)}, not ${least} by ${least}`);
  }

  for (const sheet of document.querySelectorAll('.verdict')) {
    const box = sheet.getBoundingClientRect();
    const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode());) {
      const el = text.parentElement;
      if (!text.data.trim() || !el.checkVisibility() || el.closest('.visually-hidden')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const r of range.getClientRects()) {
        if (r.left < box.left - 1 || r.right > box.right + 1) wrong.push(`text of the verdict leaves its sheet: ${name(el)}`);
      }
      for (let around = el; around !== sheet.parentElement; around = around.parentElement) {
        const clips = getComputedStyle(around).overflowX !== 'visible';
        if (clips && around.scrollWidth > around.clientWidth + 1) wrong.push(`text of the verdict is cut off: ${name(around)}`);
      }
    }
  }
  const tops = new Set([...document.querySelectorAll('.bar .pair button')].filter((el) => el.checkVisibility()).map((el) => el.offsetTop));
  if (tops.size > 1) wrong.push('Undo and Redo are not beside each other');

  // A narrow piece of a bar shows the first words of what it is, and no half of one. A word alone may end in dots.
  for (const said of document.querySelectorAll('.seg small')) {
    const box = said.getBoundingClientRect(), range = document.createRange();
    let before = 0;
    for (const word of said.textContent.matchAll(/\S+/g)) {
      range.setStart(said.firstChild, word.index);
      range.setEnd(said.firstChild, word.index + word[0].length);
      const {top, bottom, right} = range.getBoundingClientRect();
      if ((top + bottom) / 2 > box.bottom) break;
      if (before++ && right > box.right + 1) wrong.push(`a word in a bar is cut: ${name(said)} at ${word[0]}`);
    }
  }
  return [...new Set(wrong)];
})()
