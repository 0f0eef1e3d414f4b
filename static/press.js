// Guards against presses that were meant for something else.
//
// A step often turns a button into the next one on the same spot: "Accept o1" becomes "Launch o1" and keeps the focus. So the second
// click of a double click, or a key held down, would press what nobody has read yet. Such a press is dropped when the button under
// it is not the one, with the words, that the first press was for. Pressing the same button many times in a row stays possible, and so
// it does on a button with data-press="repeat", whose words only tell where the next press of the same kind leads.
(() => {
  'use strict';

  const first = {button: null, label: ''};
  const buttonOf = (event) => event.target instanceof Element ? event.target.closest('button, a, summary, [role=button]') : null;
  const labelOf = (button) => button && `${button.getAttribute('aria-label')}\n${button.textContent}`;
  const changed = (button) => button !== first.button || (labelOf(button) !== first.label && button.dataset.press !== 'repeat');

  function remember(event) {
    first.button = buttonOf(event);
    first.label = labelOf(first.button);
  }

  function dropIfChanged(event) {
    const button = buttonOf(event);
    if (!button || !changed(button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  let lastDown = -Infinity; // no double click is as slow as a second: what says so (a test tool, say) begins with its second half

  addEventListener('mousedown', (event) => {
    if (event.detail < 2 || event.timeStamp - lastDown > 1000) remember(event);
    lastDown = event.timeStamp;
  }, true);
  addEventListener('click', (event) => { if (event.detail > 1) dropIfChanged(event); }, true);
  addEventListener('keydown', (event) => {
    if (!event.repeat) remember(event);
    else if (event.key === 'Enter') dropIfChanged(event);
  }, true);

  // A form of this page sends nothing anywhere. That it was submitted is told here, because a frame that may not send forms would
  // not be told. Enter in a field comes here as well: the browser turns it into a click.
  addEventListener('click', (event) => {
    const button = buttonOf(event);
    if (event.defaultPrevented || button?.type !== 'submit' || !button.form) return;
    event.preventDefault();
    button.form.dispatchEvent(new Event('submit', {bubbles: true, cancelable: true}));
  });
  addEventListener('submit', (event) => event.preventDefault(), true);
})();
