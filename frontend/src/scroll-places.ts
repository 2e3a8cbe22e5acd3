import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** Under it lies where a placeholder was scrolled to; no address has this key. */
const PLACEHOLDER = 'placeholder';

/**
 * Where the router keeps how far each screen was scrolled. It does so again when somebody turns back before the next screen has
 * come. By then a short placeholder may have moved the window to the top, and Back would lead there.
 */
export function scrollPlaces() {
  let left: string | null = null;
  let isLeftAlready = false;
  return {
    keyOf: (location: ParsedLocation): string => (isLeftAlready ? PLACEHOLDER : ownKeyOf(location)),
    /** After the router has subscribed to its own events, so that it has kept a place when `onBeforeLoad` comes here. */
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
