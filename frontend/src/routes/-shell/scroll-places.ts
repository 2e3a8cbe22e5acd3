import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** The key for the scroll position of a placeholder. No address has this key. */
const PLACEHOLDER = 'placeholder';

/**
 * The keys under which the router stores the scroll position of each screen. The router stores it a second time when a person goes
 * Back before the next screen is there. By then a short placeholder may have moved the window to the top, so this second position goes
 * under a key that no screen reads.
 */
export function scrollPlaces() {
  let left: string | null = null;
  let isLeftAlready = false;
  return {
    keyOf: (location: ParsedLocation): string => (isLeftAlready ? PLACEHOLDER : ownKeyOf(location)),
    /** Call it after `createRouter`: the router then stores a position before `onBeforeLoad` comes here. */
    watch: (router: AnyRouter): void => {
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        isLeftAlready = fromLocation !== undefined && ownKeyOf(fromLocation) === left;
      });
      router.subscribe('onBeforeLoad', ({ fromLocation }) => {
        left = fromLocation ? ownKeyOf(fromLocation) : null;
        isLeftAlready = false;
      });
      router.subscribe('onResolved', () => {
        left = null;
      });
    },
  };
}

/** As the router does by default. */
const ownKeyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href;
