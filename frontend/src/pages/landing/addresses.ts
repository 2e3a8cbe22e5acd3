/** The demo is a part of the landing page that is shown while the address names it: no script is needed, and Back leads back. */
export const DEMO = '#demo';
