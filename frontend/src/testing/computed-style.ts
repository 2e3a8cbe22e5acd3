// jsdom computes an element's style again on each call: all rules of its style sheet and fifteen colours. Specs call it many thousands of times, to see
// whether an element is visible and clickable. So this file caches the result.

const computeStyle = window.getComputedStyle.bind(window);
const styleByKey = new Map<string, CSSStyleDeclaration>();

/** Returns a cache key: all attributes and names on which the style rules of this file and of jsdom depend. */
function cacheKeyOf(element: Element): string {
  const attributes = ['hidden', 'type', 'open', 'style'].map((name) => element.getAttribute(name));
  return JSON.stringify([element.namespaceURI, element.localName, ...attributes]);
}

/** Returns the element's style without inherited values, from the cache when possible. */
function styleOf(element: Element): CSSStyleDeclaration {
  const key = cacheKeyOf(element);
  const style = styleByKey.get(key) ?? computeStyle(element.cloneNode(false) as Element);
  styleByKey.set(key, style);
  return style;
}

/** The only rule that is copied from the product's style sheet. Clicks on toasts need it, because the container of the toasts ignores clicks.
 */
const OF_CLASSES: Readonly<Record<string, string>> = { 'pointer-events': '.pointer-events-auto' };

/** Returns the value from the nearest element that declares the property. */
function inheritedValue(element: Element, property: string, initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    // Access to `style` would create an object for each element, but few elements declare a style.
    const own =
      at instanceof HTMLElement && at.hasAttribute('style') ? at.style.getPropertyValue(property) : '';
    if (own !== '') return own;
    const classes = OF_CLASSES[property];
    if (classes && at.matches(classes)) return 'auto';
  }
  return initial;
}

window.getComputedStyle = (element) => {
  const style = styleOf(element);
  const valueOf = (property: string) => {
    if (property === 'visibility') return inheritedValue(element, property, 'visible');
    if (property === 'pointer-events') return inheritedValue(element, property, 'auto');
    return style.getPropertyValue(property);
  };
  return new Proxy(style, {
    get: (_target, name) => {
      if (name === 'getPropertyValue') return valueOf;
      if (name === 'visibility') return valueOf(name);
      if (name === 'pointerEvents') return valueOf('pointer-events');
      const value: unknown = Reflect.get(style, name, style);
      return typeof value === 'function' ? (value.bind(style) as unknown) : value;
    },
  });
};
