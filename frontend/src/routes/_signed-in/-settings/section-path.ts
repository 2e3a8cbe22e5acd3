/** The paths of sections that differ from their id. `/settings/link-page` is the path of another screen. */
const OTHER_PATHS: Readonly<Record<string, string>> = { 'link-page': 'page' };

/** Returns the last part of the path of a section on a phone. */
export const pathOfSection = (id: string): string => OTHER_PATHS[id] ?? id;
