// What stands on the page, in the words of the page: the value of the last expression.
(() => {
  const words = (el) => (el ? el.textContent.replace(/\s+/g, ' ').trim() : '');
  const seen = (el) => el && !el.closest('[hidden]');
  const rows = (caption) => [...document.querySelectorAll('table')]
    .filter((table) => seen(table) && words(table.caption) === caption)
    .flatMap((table) => [...table.tBodies[0].rows])
    .map((row) => [...row.cells].map((cell) => {
      const buttons = [...cell.querySelectorAll('button')];
      return buttons.length ? buttons.map(words).join(' ') : words(cell);
    }).join('|'));
  return {
    nodes: [...document.querySelectorAll('[role=group]')].map((node) =>
      `${node.getAttribute('aria-label')}: ${words(node.querySelector('.sum'))}; ${words(node.querySelector('.noted:not([hidden])'))}`.trim()),
    offers: rows('Offers'),
    tasks: rows('Tasks'),
    steps: [...document.querySelectorAll('#steps li')].map((step) => {
      const button = step.querySelector('button');
      return [button.hasAttribute('aria-current') ? 'here' : step.className.includes('future') ? 'later' : 'done',
        words(step.querySelector('small b')), words(step.querySelector('small span')), words(step.querySelector('bdi')),
        words(step.querySelector('.visually-hidden')).replace(', the first difference', '')].join('|');
    }),
    summary: words(document.querySelector('.nodes .sub')),
    verdict: words(document.querySelector('.verdict b')),
    meaning: words(document.querySelector('.verdict b + span')),
    said: words(document.querySelector('.said')),
    why: words(document.querySelector('.why')),
    invariants: [...document.querySelectorAll('#invariants li')].map((item) =>
      [...item.querySelectorAll('b, em, li > span')].map(words).join('|')),
  };
})()
