/** What is done with published posts: names, which are those of the tables of open work, and types of events. */
export { actionNames, actionTypes } from '../domain/publication/actions.ts';
