/** Texts of the page that are not in the document. */
export const REFERENCE_TEXT = {
  skip: 'Skip to the calls',
  begin: 'Begin',
  token:
    'You need an API token: make one in Settings, API Access; it is shown once. It acts in your name within its scopes; keep it on a server, never in a web page or an app. Then ask whose it is:',
  address: 'All calls begin with',
  document: 'The same as OpenAPI 3.1, to generate a client from:',
  limits:
    'A token may make 300 calls a minute. Every answer says in `RateLimit` what is left; a 429 says in `Retry-After` how long to wait.',
  refusals:
    'A refusal is a problem by RFC 9457 (`application/problem+json`). Its `code` is the same for ever and leads here by `type`; `message` is a sentence for a person, `fields` names what was wrong in the request, `requestId` is for questions to the operator.',
  lists:
    'A list comes in pages: `nextCursor` of one is the `cursor` of the next, and null on the last. New fields may come to any answer, so a client must let pass what it does not know.',
  scope: 'Scope',
  anyScope: 'Any token',
  open: 'No token needed',
  parameters: 'Parameters',
  body: 'Body',
  optionalBody: 'Body, may be left out',
  try: 'Try it',
  answer: (status: string) => `Answer ${status}`,
  exampleOf: (summary: string) => `${summary}: example`,
  refused: 'May be refused with',
  types: 'Types',
  typesLead: 'What bodies and answers are made of.',
  errors: 'Errors',
  errorsLead: 'What a refusal can be called, and what to do then.',
  required: 'required',
  inHeader: 'header',
  noTokenExample: '$TOKEN',
} as const;
