import query from '@tanstack/eslint-plugin-query';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

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

export default defineConfig(
  { ignores: ['**/dist/**', '**/*.gen.ts', '**/*.{mjs,cjs}'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'no-restricted-syntax': ['error', ...PLAIN],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      'no-restricted-imports': ['error', { patterns: NO_CLIENTS }],
    },
  },
  {
    files: ['backend/src/**'],
    ignores: ['backend/src/infrastructure/outgoing/**', '**/*.spec.ts', '**/testing/**'],
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
    ignores: ['backend/src/infrastructure/database/transaction.ts', '**/*.spec.ts', '**/testing/**'],
    rules: {
      'no-restricted-syntax': ['error', ...PLAIN, ...NO_TRANSACTION_BY_HAND],
    },
  },
  {
    // The platforms and the code that they share.
    files: ['backend/src/connectors/*/**'],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...PLAIN, ...NO_TRANSACTION_BY_HAND, ...NO_MEMORY] },
  },
  {
    files: ['libs/**', 'backend/**/*.spec.ts', 'backend/**/testing/**'],
    rules: { 'no-restricted-properties': ['error', ...NO_MODULE_MOCKS] },
  },
  {
    files: ['frontend/**'],
    extends: [reactHooks.configs.flat.recommended, query.configs['flat/recommended']],
    rules: {
      'no-restricted-syntax': ['error', ...PLAIN, ...HONEST_VIEWS],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'No invented figures in a view.' },
      ],
    },
  },
  {
    files: ['frontend/src/**'],
    ignores: ['frontend/src/ui/declared-mutation.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: NO_CLIENTS, paths: [ONE_MUTATION] }] },
  },
  {
    files: ['frontend/src/{routes,pages}/**', 'frontend/src/features/*/{messages,model,hooks,components}/**'],
    ignores: ['**/*.spec.*'],
    rules: {
      'no-restricted-imports': ['error', { patterns: NO_CLIENTS, paths: [ONE_MUTATION, ...NO_CALL] }],
    },
  },
  {
    files: ['frontend/src/**'],
    ignores: ['**/*.spec.*', '**/testing/**', '**/*.en.ts'],
    rules: { 'no-restricted-syntax': ['error', ...PLAIN, ...HONEST_VIEWS, ...NO_TEXT] },
  },
);
