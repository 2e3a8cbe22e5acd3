import type { Platform } from '@posthorn/contracts/shared/platform';
import { BLUESKY_BUDGETS } from '#modules/integrations/connectors/bluesky/budgets.ts';
import type { Budget } from '#modules/integrations/connectors/contract/budget.ts';
import { INSTAGRAM_BUDGETS } from '#modules/integrations/connectors/instagram/budgets.ts';
import { LINKEDIN_BUDGETS } from '#modules/integrations/connectors/linkedin/budgets.ts';
import { PINTEREST_BUDGETS } from '#modules/integrations/connectors/pinterest/budgets.ts';
import { SNAPCHAT_BUDGETS } from '#modules/integrations/connectors/snapchat/budgets.ts';
import { THREADS_BUDGETS } from '#modules/integrations/connectors/threads/budgets.ts';
import { TIKTOK_BUDGETS } from '#modules/integrations/connectors/tiktok/descriptor.ts';
import { TWITTER_BUDGETS } from '#modules/integrations/connectors/twitter/budgets.ts';
import { YOUTUBE_BUDGETS } from '#modules/integrations/connectors/youtube/budgets.ts';

/** What the connectors declare; Facebook and Mastodon declare none. */
export const DECLARED_BUDGETS: Readonly<Partial<Record<Platform, readonly Budget[]>>> = {
  bluesky: BLUESKY_BUDGETS,
  instagram: INSTAGRAM_BUDGETS,
  linkedin: LINKEDIN_BUDGETS,
  pinterest: PINTEREST_BUDGETS,
  snapchat: SNAPCHAT_BUDGETS,
  threads: THREADS_BUDGETS,
  tiktok: TIKTOK_BUDGETS,
  twitter: TWITTER_BUDGETS,
  youtube: YOUTUBE_BUDGETS,
};

/** The whole product shares one of its budgets, however many creators it has. */
export const isShared = (platform: Platform): boolean =>
  DECLARED_BUDGETS[platform]?.some(({ scope }) => scope === 'app') ?? false;
