// Puts one fragment after the other into the address, and tells after which of them the page did not do what it has to.
(async (all) => {
  const button = (name) => [...document.querySelectorAll('button')].find((b) => (b.ariaLabel || b.textContent) === name);
  const notice = () => document.querySelector('.story > p:not(.diff):not([hidden])')?.textContent ?? '';
  const back = button('Back');
  const wrong = [];
  let opened = 0, slowest = 0, which = 0;
  for (const [i, fragment] of all.entries()) {
    back.click(); // so that the last sentence is gone
    const before = notice(), was = location.href;
    if (before && !before.startsWith('This is the start')) wrong.push(`${i}: Back does not work any more: ${before}`);
    const start = performance.now();
    const changed = new Promise((done) => addEventListener('hashchange', done, {once: true}));
    location.hash = fragment;
    if (location.href !== was) await changed;
    const took = performance.now() - start;
    if (took > slowest) [slowest, which] = [took, i];
    const said = notice();
    if (said.startsWith('Opened')) opened++;
    const silent = location.href !== was && (said === before || said.length < 20);
    const broken = document.documentElement.dataset.state !== 'ready' || !document.getElementById('status').textContent ||
      !document.getElementById('steps') || !document.querySelector('.story h1').textContent;
    if (silent || broken) wrong.push(`${i}: ${fragment.slice(0, 200)}: “${said}”`);
  }
  return {wrong, opened, slowest, which};
})(%s)
