// Runs before every end-to-end spec file. A Jest worker loads checked-fetch.ts only once, so it replaces `fetch` only once.
import './checked-fetch.ts';
