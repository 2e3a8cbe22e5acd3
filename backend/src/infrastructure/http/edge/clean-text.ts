/** Removes NUL and half surrogate pairs. */
export const cleanText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '');
