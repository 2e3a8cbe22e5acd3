// The plugin `posthorn` of oxlint: it has the one rule of ESLint that oxlint lacks.

/** Reports each node that matches one of the selectors in its options: `{ selector, message }`. */
const noRestrictedSyntax = {
  meta: { type: 'problem', schema: false },
  create(context) {
    const visitor = {};
    for (const { selector, message } of context.options) {
      const others = visitor[selector];
      visitor[selector] = (node) => {
        others?.(node);
        context.report({ node, message });
      };
    }
    return visitor;
  },
};

export default {
  meta: { name: 'posthorn' },
  rules: { 'no-restricted-syntax': noRestrictedSyntax },
};
