// measure(count, verbs, frames): clicks one control every so many frames, in the order of the verbs, and times each from the click to the
// finished layout. In the second frame the picture of the step before is painted, and in the first it may not be. A verb names a button by
// the start of its label; one that is not there is passed over. Returns the milliseconds, and how often each verb was at work.
window.measure = async (count, verbs, frames) => {
  const frame = () => new Promise(requestAnimationFrame);
  const find = (verb) => [...document.querySelectorAll('#playground button')].find((b) =>
    (b.ariaLabel || b.textContent).startsWith(verb) && b.ariaDisabled !== 'true' && b.checkVisibility());
  const place = () => document.querySelector('#steps [aria-current]')?.textContent + document.querySelector('.next small').textContent;
  const otherCapacity = async (input) => {
    input.value = 9 - input.value; // 4 and 5 in turn
    input.dispatchEvent(new InputEvent('input', {bubbles: true}));
    await frame();
  };
  const times = [], used = {};
  for (let i = 0; times.length < count; i++) {
    const verb = verbs[i % verbs.length], button = find(verb);
    if (!button) {
      if (i > count * 10) throw new Error('no control left for ' + verbs);
      continue;
    }
    for (let n = 0; n < frames; n++) await frame();
    if (verb.startsWith('Resize')) await otherCapacity(button.form.querySelector('input'));
    const before = place();
    const from = performance.now();
    button.click();
    document.body.getBoundingClientRect();
    times.push(performance.now() - from);
    if (place() === before) throw new Error(`${verb} took no step`);
    used[verb] = (used[verb] || 0) + 1;
  }
  return {times, used};
};
