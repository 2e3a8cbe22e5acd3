// Set-up of each end-to-end spec file. Its worker keeps this module, which replaces `fetch` once.
import './checked-fetch.ts';
