/** The screen of the link page has the address that this section would have. */
const OTHER_PATHS: Readonly<Record<string, string>> = { 'link-page': 'page' };

/** The last part of a section's address on a phone. */
export const pathOfSection = (id: string): string => OTHER_PATHS[id] ?? id;
