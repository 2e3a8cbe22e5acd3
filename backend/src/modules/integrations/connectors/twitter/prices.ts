/** What X charges for reading, in US dollars; each post and author once a UTC day (docs.x.com `x-api/getting-started/pricing`). */
export const POST_USD = 0.005;
export const AUTHOR_USD = 0.01;
