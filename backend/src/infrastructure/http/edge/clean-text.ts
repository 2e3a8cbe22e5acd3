/** Removes NUL and lone surrogates. */
export const cleanText = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '');
