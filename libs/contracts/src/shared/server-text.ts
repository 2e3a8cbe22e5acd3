/** Messages for requests that never reach a rule of the product. */
export const SERVER_TEXT = {
  bug: 'Something went wrong on our side.',
  notFound: 'There is nothing at this address.',
  addressNotValid: 'This address cannot be read.',
  parameterUnknown: (name: string, known: string) =>
    `This call has no parameter "${name}". ${known ? `Its parameters: ${known}.` : 'It has no parameters.'}`,
  notValid: 'Not valid',
  malformedJson: 'The request body is not valid JSON.',
  bodyTooLarge: 'The request is too large.',
  tooLate: 'Something else changed this at the same moment. Please try again.',
  tooMany: 'Too many requests. Please wait and try again.',
  otherSite: 'This request came from another site and was refused.',
  notSigned: 'This delivery is not signed by its platform.',
  wrongHost: 'This server does not serve that address.',
  logUnavailable: 'Posthorn cannot save right now. Please try again in a few seconds.',
  logBusy: 'Posthorn has too much to save right now. Please try again in a few seconds.',
  logSealed:
    'Posthorn can no longer save here. Its operator finds the reason and the next step at /health/ready.',
  databaseUnavailable: 'Posthorn cannot read right now. Please try again in a few seconds.',
  mediaUnavailable: 'Posthorn cannot reach the files right now. Please try again in a few seconds.',
  storageFull: 'Posthorn has no room left to store this. Please try again later.',
  liveFull: 'Too many pages are open. Reload this one to see updates.',
  stopping: 'Posthorn is restarting. Please try again in a few seconds.',
} as const;
