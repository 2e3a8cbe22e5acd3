export const PAGE_PHOTO_TEXT = { heading: 'Photo' } as const;
