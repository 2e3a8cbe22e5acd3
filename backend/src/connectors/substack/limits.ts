import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import { reasonSaid } from '@posthorn/contracts/integrations/platform-reasons';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';

/** Substack has no API for publishing. Users can show Substack on their link page, but cannot connect an account. */
export const SUBSTACK: PlatformView = {
  platform: 'substack',
  name: 'Substack',
  configured: false,
  ...reasonSaid({ code: 'no-interface' }),
  connectPath: null,
  capabilities: {
    text: false,
    images: false,
    video: false,
    comments: false,
    reply: false,
    hide: false,
    delete: false,
    deletePost: false,
    analytics: analyticsOf(),
    automaticReplies: false,
  },
  limits: null,
  options: [],
};
