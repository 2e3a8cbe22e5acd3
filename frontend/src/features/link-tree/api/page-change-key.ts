/** The key of all mutations of the page. The preview reloads after each of them. */
export const PAGE_CHANGE = ['link-page'] as const;
