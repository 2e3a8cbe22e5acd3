import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** The key for the scroll position of a placeholder. No screen has this key. */
const PLACEHOLDER = 'placeholder';

/** Returns the keys under which the router stores the scroll position of each screen. If a user goes Back before the next screen has loaded,
 * the router stores a second position of the screen. By then, a short placeholder may have moved the window to the top. So the second
 * position gets a key that no screen reads.
 */
export function scrollPlaces() {
  let leftKey: string | null = null;
  let isAlreadyStored = false;
  return {
    keyOf: (location: ParsedLocation): string => (isAlreadyStored ? PLACEHOLDER : defaultKeyOf(location)),
    /** Must run after `createRouter`, so that the router stores a position before this `onBeforeLoad` runs. */
    watch: (router: AnyRouter): void => {
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        isAlreadyStored = fromLocation !== undefined && defaultKeyOf(fromLocation) === leftKey;
      });
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        leftKey = fromLocation ? defaultKeyOf(fromLocation) : null;
        isAlreadyStored = false;
      });
      router.subscribe('onResolved', () => {
        leftKey = null;
      });
    },
  };
}

/** Returns the default key of the router. */
const defaultKeyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;
