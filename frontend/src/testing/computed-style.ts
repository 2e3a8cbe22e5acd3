// jsdom works out the style of an element anew each time it is asked: all rules of its own style sheet, and fifteen colours. Specs ask many
// thousand times, for what says whether an element is shown and can be clicked.

const computed = window.getComputedStyle.bind(window);
const known = new Map<string, CSSStyleDeclaration>();

/** What rules can depend on, here and in the style sheet of jsdom. */
function kindOf(element: Element): string {
  const attributes = ['hidden', 'type', 'open', 'style'].map((name) => element.getAttribute(name));
  return JSON.stringify([element.namespaceURI, element.localName, ...attributes]);
}

/** The style of such an element wherever it stands. */
function styleOf(element: Element): CSSStyleDeclaration {
  const kind = kindOf(element);
  const style = known.get(kind) ?? computed(element.cloneNode(false) as Element);
  known.set(kind, style);
  return style;
}

/** Of the product's style sheet only what says whether something can be clicked: the place of toasts takes no clicks, a toast does. */
const OF_CLASSES: Readonly<Record<string, string>> = { 'pointer-events': '.pointer-events-auto' };

/** The nearest element that has it declared passes it on. */
function inherited(element: Element, property: string, initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at instanceof HTMLElement ? at.style.getPropertyValue(property) : '';
    if (own !== '') return own;
    const classes = OF_CLASSES[property];
    if (classes && at.matches(classes)) return 'auto';
  }
  return initial;
}

window.getComputedStyle = (element) => {
  const style = styleOf(element);
  const valueOf = (property: string) => {
    if (property === 'visibility') return inherited(element, property, 'visible');
    if (property === 'pointer-events') return inherited(element, property, 'auto');
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
