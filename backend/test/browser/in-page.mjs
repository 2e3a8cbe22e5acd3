// Runs in every page before its own code, past its content security policy.

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) => {
  console.error(`policy ${disposition}: ${violatedDirective} refuses ${blockedURI}`);
});

const TARGET =
  'a[href], button, input, textarea, select, summary, [role=menuitem], [role=tab], [role=option]';
const THUMB = 44;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Resolves when nothing moves or changes its colour any more. */
globalThis.atRest = async () => {
  do {
    await nextFrame();
    await nextFrame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  } while (document.getAnimations().length > 0);
};

/** What is wrong with the screen for a thumb: it scrolls sideways, or a target is smaller than 44 px. */
globalThis.thumbFaults = () => {
  const sideways = [...document.querySelectorAll('*')]
    .filter((element) => scrollsSideways(element) && element.scrollWidth > element.clientWidth)
    .map(
      (element) => `${nameOf(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`,
    );
  const small = [...document.querySelectorAll(TARGET)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: areaOf(element).getBoundingClientRect() }))
    .filter(({ element }) => !isForReadersOnly(areaOf(element)) && !isInText(element))
    // Half a pixel is rounding.
    .filter(({ box }) => Math.min(box.width, box.height) < THUMB - 0.5)
    .map(
      ({ element, box }) => `${nameOf(element)} is ${Math.round(box.width)} x ${Math.round(box.height)} px`,
    );
  return [...sideways, ...small];
};

/** A box or a radio is as large as the label around it. */
const areaOf = (element) => element.closest('label') ?? element;
const isForReadersOnly = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
/** The page itself, or a box of it that scrolls; a strip of tabs is meant to. */
const scrollsSideways = (element) =>
  element === document.documentElement ||
  (/auto|scroll/.test(getComputedStyle(element).overflowX) && !element.matches('[role=tablist]'));
/** Links in a sentence are as high as its lines (WCAG 2.5.8). */
const isInText = (element) => getComputedStyle(element).display === 'inline';
const nameOf = (element) =>
  `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60)}"`;
