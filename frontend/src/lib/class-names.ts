/** Joins class names. Two classes must not set the same property, because the order of the style sheet would decide. The prefix
 * `by-default:` (`theme.css`) marks a class that a caller may override. The specs fail on conflicting
 * classes (`testing/one-class-wins.ts`).
 */
export { clsx as classNames } from 'clsx';
