// Runs in every page before its own code, past its content security policy.

addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) => {
  console.error(`policy ${disposition}: ${violatedDirective} refuses ${blockedURI}`);
});

const TARGET =
  'a[href], button, input, textarea, select, summary, [role=menuitem], [role=tab], [role=option]';
/** The smallest size of a target for a thumb, in pixels. */
const TARGET_MIN = 44;

const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** On a busy machine a browser may draw no frame for a long time. A page without a change is then at rest all the same. */
const nextFrame = () =>
  Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), after(2_000)]);
const LONGEST_ANIMATION = 20_000;

/**
 * Resolves when all movements and colour changes have finished.
 * @throws Error with the names of the animations that do not finish
 */
globalThis.atRest = async () => {
  const started = performance.now();
  for (;;) {
    await nextFrame();
    await nextFrame();
    await Promise.race([
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
      after(LONGEST_ANIMATION),
    ]);
    // Animations in a collapsed element are not drawn; they are already finished.
    const running = document.getAnimations().filter(({ playState }) => playState !== 'finished');
    if (running.length === 0) return;
    if (performance.now() - started > LONGEST_ANIMATION)
      throw new Error(`Still moving: ${running.map(describeAnimation).join(', ')}`);
  }
};

const describeAnimation = ({ playState, effect, animationName, transitionProperty }) =>
  `${animationName ?? transitionProperty ?? 'animation'} (${playState}) of ${effect?.target ? nameOf(effect.target) : 'no element'}`;

/** The faults of a screen for touch: it scrolls sideways, a target is smaller than 44 px, or another target covers it. */
globalThis.thumbFaults = () => {
  const otherFaults = [...sidewaysFaults(), ...coveredFaults()];
  const small = [...document.querySelectorAll(TARGET)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: areaOf(element).getBoundingClientRect() }))
    .filter(({ element }) => !isForReadersOnly(areaOf(element)) && !isInText(element))
    // Half a pixel is a rounding error.
    .filter(({ box }) => Math.min(box.width, box.height) < TARGET_MIN - 0.5)
    .map(
      ({ element, box }) => `${nameOf(element)} is ${Math.round(box.width)} x ${Math.round(box.height)} px`,
    );
  return [...otherFaults, ...small];
};

/** Targets in the window whose middle belongs to another target above them. Bars and toasts may cover targets. */
globalThis.coveredFaults = () => {
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  return [...([...dialogs].at(-1) ?? document).querySelectorAll(TARGET)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => !isForReadersOnly(areaOf(element)) && !element.matches(':disabled'))
    .flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest(TARGET);
      if (!hit || hit.contains(element) || areaOf(element).contains(hit) || isFloating(hit)) return [];
      return [`${nameOf(element)} is covered by ${nameOf(hit)}`];
    });
};

/** Doubles the text size, as people with low vision do (WCAG 1.4.4). */
globalThis.setLargeText = (large) => {
  document.documentElement.style.fontSize = large ? '200%' : '';
};

/** The faults of a screen with doubled text: it scrolls sideways, words are broken or overlap, or too little room for typing is left. */
globalThis.largeTextFaults = () => [
  ...sidewaysFaults(),
  ...wordFaults(),
  ...[...document.querySelectorAll('[role=dialog] textarea')]
    .map((field) => scrollerOf(field).clientHeight)
    .filter((height) => height < innerHeight * LEAST_TO_WRITE_IN)
    .map((height) => `of the dialog ${height} px are left to write in`),
];

/** The smallest part of the window that a dialog leaves for typing. */
const LEAST_TO_WRITE_IN = 0.4;
/** Longer words, addresses and file names may be broken. */
const SHORT_WORD = /(?<!\S)[“"(]?[\p{L}\p{N}'’-]{2,12}[.,:;!?”")…]*(?!\S)/gu;

/** Words that are broken across lines, and words that overflow their box. */
function wordFaults() {
  const faults = new Set();
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const walker = document.createTreeWalker([...dialogs].at(-1) ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const holder = node.parentElement;
    if (!holder.checkVisibility({ visibilityProperty: true }) || isUnread(holder)) continue;
    const box = boxAround(holder);
    for (const { 0: word, index } of node.data.matchAll(SHORT_WORD)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
        faults.add(`"${word}" in ${nameOf(holder)} is broken`);
      if (box && lines.some(({ right }) => right > box.right + 1))
        faults.add(`"${word}" in ${nameOf(holder)} sticks out`);
    }
  }
  return [...faults];
}

const scrollerOf = (element) =>
  /auto|scroll/.test(getComputedStyle(element.parentElement).overflowY)
    ? element.parentElement
    : scrollerOf(element.parentElement);
/** Texts that are not read as words: hidden, or machine data that may be broken anywhere. */
const isUnread = (element) =>
  element.closest('.sr-only, noscript, script, style, pre, option, dd.break-all') !== null;

/** The box of the nearest element that has one; none where overflow is cut or can be scrolled. */
function boxAround(element) {
  for (let each = element; each && each !== document.body; each = each.parentElement) {
    const { overflowX, display } = getComputedStyle(each);
    if (overflowX !== 'visible') return null;
    if (display !== 'inline' && display !== 'contents') return each.getBoundingClientRect();
  }
  return null;
}

const sidewaysFaults = () =>
  [...document.querySelectorAll('*')]
    .filter((element) => scrollsSideways(element) && element.scrollWidth > element.clientWidth)
    .map(
      (element) => `${nameOf(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`,
    );

/** The touch area of a checkbox or a radio button includes the label around it. */
const areaOf = (element) => element.closest('label') ?? element;
const isFloating = (element) =>
  element !== null &&
  (/fixed|sticky/.test(getComputedStyle(element).position) || isFloating(element.parentElement));
const isForReadersOnly = (element) => getComputedStyle(element).clipPath === 'inset(50%)';
/** Whether the page or a box in it scrolls sideways, except strips of tabs, which may. */
const scrollsSideways = (element) =>
  element === document.documentElement ||
  (/auto|scroll/.test(getComputedStyle(element).overflowX) && !element.matches('[role=tablist]'));
/** Links in a sentence are as high as its lines (WCAG 2.5.8). */
const isInText = (element) => getComputedStyle(element).display === 'inline';
const nameOf = (element) =>
  `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60)}"`;
