import { PLATFORM_DRAWINGS, type Stroke } from '../shared/platform-drawings.ts';
import type { LinkIcon } from './link-page.http.ts';

/** Icons of links, in the style of the platforms' icons, because both appear together. */
export const LINK_DRAWINGS: Readonly<Record<LinkIcon, readonly Stroke[]>> = {
  link: [
    {
      d: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
    },
  ],
  substack: PLATFORM_DRAWINGS.substack,
  website: [
    {
      d: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0h16M12 4c2.2 2.2 3.3 4.9 3.3 8s-1.1 5.8-3.3 8c-2.2-2.2-3.3-4.9-3.3-8s1.1-5.8 3.3-8',
    },
  ],
  shop: [{ d: 'M6 8h12l1 12H5zM9 11V7a3 3 0 0 1 6 0v4' }],
  newsletter: [{ d: 'M4 6.5h16v11H4zM4.5 7l7.5 6 7.5-6' }],
  music: [
    {
      d: 'M9 17.5V6l9-2v11.5M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0M18 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0',
    },
  ],
  video: [{ d: 'M4 7h11v10H4zM15 11l5-3v8l-5-3' }],
  podcast: [
    {
      d: 'M12 4a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 12 4M6.5 11a5.5 5.5 0 0 0 11 0M12 16.5V20M9 20h6',
    },
  ],
  event: [{ d: 'M5 6.5h14V19H5zM5 10.5h14M9 4.5v4M15 4.5v4' }],
  book: [
    {
      d: 'M5 5h5.5A1.5 1.5 0 0 1 12 6.5V19a2 2 0 0 0-2-1.5H5zM19 5h-5.5A1.5 1.5 0 0 0 12 6.5V19a2 2 0 0 1 2-1.5h5z',
    },
  ],
  support: [{ d: 'M12 19.5C7 16 4 13 4 9.5A4 4 0 0 1 12 8a4 4 0 0 1 8 1.5c0 3.5-3 6.5-8 10z' }],
  code: [{ d: 'M8.5 8l-4 4 4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13' }],
};
