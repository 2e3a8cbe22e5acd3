import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'oxlint';

/** The rules of typescript-eslint's `strictTypeChecked` with their defaults, and a few more. Its spec shows a fault for each. */
const RULES = [
  'no-array-constructor',
  'no-useless-constructor',
  'no-var',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/await-thenable',
  'typescript/consistent-type-imports',
  'typescript/no-array-delete',
  'typescript/no-base-to-string',
  'typescript/no-confusing-void-expression',
  'typescript/no-deprecated',
  'typescript/no-duplicate-enum-values',
  'typescript/no-duplicate-type-constituents',
  'typescript/no-dynamic-delete',
  'typescript/no-empty-object-type',
  'typescript/no-explicit-any',
  'typescript/no-extra-non-null-assertion',
  'typescript/no-floating-promises',
  'typescript/no-for-in-array',
  'typescript/no-generated-empty-object-type',
  'typescript/no-implied-eval',
  'typescript/no-invalid-void-type',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-new',
  'typescript/no-misused-promises',
  'typescript/no-misused-spread',
  'typescript/no-mixed-enums',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-asserted-optional-chain',
  'typescript/no-non-null-assertion',
  'typescript/no-redundant-type-constituents',
  'typescript/no-require-imports',
  'typescript/no-this-alias',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-condition',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-constraint',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-argument',
  'typescript/no-unsafe-assignment',
  'typescript/no-unsafe-call',
  'typescript/no-unsafe-declaration-merging',
  'typescript/no-unsafe-enum-assignment',
  'typescript/no-unsafe-enum-comparison',
  'typescript/no-unsafe-function-type',
  'typescript/no-unsafe-member-access',
  'typescript/no-unsafe-return',
  'typescript/no-unsafe-unary-minus',
  'typescript/no-useless-default-assignment',
  'typescript/no-wrapper-object-types',
  'typescript/only-throw-error',
  'typescript/prefer-as-const',
  'typescript/prefer-literal-enum-member',
  'typescript/prefer-namespace-keyword',
  'typescript/prefer-promise-reject-errors',
  'typescript/prefer-reduce-type-parameter',
  'typescript/prefer-return-this-type',
  'typescript/related-getter-setter-pairs',
  'typescript/require-await',
  'typescript/switch-exhaustiveness-check',
  'typescript/triple-slash-reference',
  'typescript/unbound-method',
  'typescript/unified-signatures',
  'typescript/use-unknown-in-catch-callback-variable',
];

/** Those with other options. */
const STRICT = {
  'no-unused-expressions': [
    'error',
    { allowShortCircuit: false, allowTaggedTemplates: false, allowTernary: false },
  ],
  'no-unused-vars': [
    'error',
    {
      args: 'after-used',
      caughtErrors: 'all',
      ignoreRestSiblings: false,
      reportVarsOnlyUsedAsTypes: true,
      vars: 'all',
    },
  ],
  'prefer-const': ['error', { destructuring: 'any', ignoreReadBeforeAssign: false }],
  'typescript/ban-ts-comment': [
    'error',
    {
      minimumDescriptionLength: 10,
      'ts-expect-error': 'allow-with-description',
      'ts-ignore': true,
      'ts-nocheck': true,
      'ts-check': false,
    },
  ],
  'typescript/no-extraneous-class': ['error', { allowWithDecorator: true }],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNever: false,
      allowNullish: false,
      allowNumber: false,
      allowRegExp: false,
    },
  ],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
};

const REACT = [
  'react/error-boundaries',
  'react/exhaustive-deps',
  'react/globals',
  'react/immutability',
  'react/incompatible-library',
  'react/preserve-manual-memoization',
  'react/purity',
  'react/refs',
  'react/rules-of-hooks',
  'react/set-state-in-effect',
  'react/set-state-in-render',
  'react/static-components',
  'react/unsupported-syntax',
  'react/use-memo',
];

const PLAIN = [
  {
    selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument',
    message:
      'Write the fields themselves: TypeScript does not check a spread object for excess and repeated keys.',
  },
  {
    selector: [
      'FunctionDeclaration',
      'MethodDefinition[kind!="constructor"] > FunctionExpression',
      'VariableDeclarator > ArrowFunctionExpression',
    ]
      .map((made) => `${made}[params.length>5]`)
      .join(', '),
    message: 'More than five parameters: take one named object.',
  },
];
const OUTGOING =
  'Hosts that users name are reached through SafeHttp (backend/src/infrastructure/outgoing) only.';
const NO_CLIENTS = [
  { group: ['@kurrent/*'], message: 'Two event store clients in one process break each other.' },
  { group: ['axios', 'got', 'node-fetch'], message: OUTGOING },
];
const TRANSACTION =
  'A transaction begins in inTransaction (backend/src/infrastructure/database/transaction.ts): it lets no call to another server be made inside.';
const NO_TRANSACTION_BY_HAND = [
  {
    selector: String.raw`CallExpression[callee.property.name='query'] > Literal[value=/^\s*(begin|start transaction)\b/i]`,
    message: TRANSACTION,
  },
  { selector: String.raw`CallExpression[callee.property.name='transactional']`, message: TRANSACTION },
];
const ONE_REALM =
  'Spec files of a worker share its modules (docs/adr/0032): hand in what a module needs, instead of replacing or loading another.';
const NO_MODULE_MOCKS = [
  ...['mock', 'doMock', 'setMock', 'unstable_mockModule', 'unstable_unmockModule', 'resetModules'],
  ...['isolateModules', 'isolateModulesAsync'],
].map((property) => ({ object: 'jest', property, message: ONE_REALM }));
const MEMORY =
  'A connector remembers nothing: the next step may be taken by another process. What a step learns goes into the references (SaveRefs, noting).';
const FACTORY = '/(Comments|Connection|Connector|Consent|Hiding|Metrics|Reading|Subscriptions)$/';
const NO_MEMORY = [
  'PropertyDefinition > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]',
  'PropertyDefinition > ArrayExpression',
  'PropertyDefinition[readonly!=true]',
  'TSParameterProperty[readonly!=true]',
  "Program > VariableDeclaration[kind='let']",
  // The declarations of a part's factory live as long as the part.
  ...[
    "VariableDeclaration[kind='let']",
    'VariableDeclaration > VariableDeclarator > NewExpression[callee.name=/^(Weak)?(Map|Set)$/]',
    'VariableDeclaration > VariableDeclarator > ArrayExpression',
  ].map((kept) => `FunctionDeclaration[id.name=${FACTORY}] > BlockStatement > ${kept}`),
].map((selector) => ({ selector, message: MEMORY }));

const TEXT =
  'Words that people read are in the messages of their feature, so that a second language is a file and no search.';
const WORDS = String.raw`:matches(Literal[value=/^(?!https?:).*[a-z]{2}/i], TemplateLiteral:has(TemplateElement[value.raw=/[a-z]{2}/i]))`;
const SHOWN =
  'JSXAttribute[name.name=/^(alt|altText|aria-label|cancel|confirm|description|error|hint|label|message|placeholder|title)$/]';
const NO_TEXT = [
  String.raw`JSXText[value=/\p{L}/u]`,
  `${SHOWN} > ${WORDS}`,
  `${SHOWN} > JSXExpressionContainer > ${WORDS}`,
  `${SHOWN} > JSXExpressionContainer > ConditionalExpression > ${WORDS}`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > ${WORDS}`,
  `:matches(JSXElement, JSXFragment) > JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > ${WORDS}`,
  `CallExpression[callee.name='toast'] Property[key.name=/^(title|description|label)$/] > ${WORDS}`,
].map((selector) => ({ selector, message: TEXT }));
const ONE_MUTATION = {
  name: '@tanstack/react-query',
  importNames: ['useMutation'],
  message:
    'Declare it (frontend/src/ui/declared-mutation.ts): the call, what the cache shows of it, what the user is told.',
};
const IN_API = 'Calls and queries are declared in `api` of the feature.';
const NO_CALL = [
  { name: '#lib/api-client.ts', importNames: ['send', 'sendForHeader'], message: IN_API },
  { name: '#lib/upload.ts', message: IN_API },
  { name: '@tanstack/react-query', importNames: ['queryOptions', 'infiniteQueryOptions'], message: IN_API },
];
const HONEST_VIEWS = [
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Text only: what people wrote is never markup.',
  },
];

/** @returns files with a decorator: it needs the values of imports that otherwise are only types, as in the constructor of a service */
const decorated = () =>
  globSync('backend/{src,test,sandbox,bench}/**/*.ts', { cwd: import.meta.dirname }).filter((file) =>
    /^\s*@[A-Z]\w*\(/m.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
const errors = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 'error']));

export default defineConfig({
  plugins: ['typescript', 'react'],
  jsPlugins: ['./libs/toolchain/src/lint/selectors.mjs'],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/**', '**/*.gen.ts', '**/*.{mjs,cjs}'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'warn', maxWarnings: 0 },
  rules: {
    ...errors(RULES),
    ...STRICT,
    'posthorn/no-restricted-syntax': ['error', ...PLAIN],
    'no-restricted-imports': ['error', { patterns: NO_CLIENTS }],
  },
  overrides: [
    { files: decorated(), rules: { 'typescript/consistent-type-imports': 'off' } },
    {
      files: ['backend/src/**'],
      excludeFiles: ['backend/src/infrastructure/outgoing/**', '**/*.spec.ts', '**/testing/**'],
      rules: {
        'no-restricted-globals': ['error', { name: 'fetch', message: OUTGOING }],
        'no-restricted-properties': [
          'error',
          { object: 'http', property: 'request', message: OUTGOING },
          { object: 'https', property: 'request', message: OUTGOING },
        ],
      },
    },
    {
      files: ['backend/src/**'],
      excludeFiles: ['backend/src/infrastructure/database/transaction.ts', '**/*.spec.ts', '**/testing/**'],
      rules: {
        'posthorn/no-restricted-syntax': ['error', ...PLAIN, ...NO_TRANSACTION_BY_HAND],
      },
    },
    {
      // The platforms and the code that they share.
      files: ['backend/src/connectors/*/**'],
      excludeFiles: ['**/*.spec.ts', '**/testing/**'],
      rules: {
        'posthorn/no-restricted-syntax': ['error', ...PLAIN, ...NO_TRANSACTION_BY_HAND, ...NO_MEMORY],
      },
    },
    {
      files: [
        ...['libs/**', 'backend/**/*.spec.ts', 'backend/**/testing/**'],
        ...['frontend/**/*.spec.ts', 'frontend/**/*.spec.tsx', 'frontend/**/testing/**'],
      ],
      // The project `frontend with module mock` of Jest contains this file.
      excludeFiles: ['frontend/src/features/scheduling/components/posts/post-list.spec.tsx'],
      rules: { 'no-restricted-properties': ['error', ...NO_MODULE_MOCKS] },
    },
    {
      files: ['frontend/**'],
      rules: {
        ...errors(REACT),
        'posthorn/no-restricted-syntax': ['error', ...PLAIN, ...HONEST_VIEWS],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'No invented figures in a view.' },
        ],
      },
    },
    {
      files: ['frontend/src/**'],
      excludeFiles: ['frontend/src/ui/declared-mutation.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: NO_CLIENTS, paths: [ONE_MUTATION] }] },
    },
    {
      files: [
        'frontend/src/{routes,pages}/**',
        'frontend/src/features/*/{messages,model,hooks,components}/**',
      ],
      excludeFiles: ['**/*.spec.*'],
      rules: {
        'no-restricted-imports': ['error', { patterns: NO_CLIENTS, paths: [ONE_MUTATION, ...NO_CALL] }],
      },
    },
    {
      files: ['frontend/src/**'],
      excludeFiles: ['**/*.spec.*', '**/testing/**', '**/*.en.ts'],
      rules: { 'posthorn/no-restricted-syntax': ['error', ...PLAIN, ...HONEST_VIEWS, ...NO_TEXT] },
    },
  ],
});
