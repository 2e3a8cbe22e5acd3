import { ModerateHandler } from './moderate.command.ts';
import { ModerationEffect } from './moderation.kind.ts';
import { ModerationRows } from './moderation-rows.ts';
import { Moderations } from './moderations.ts';

export const moderationProviders = [ModerationRows, ModerationEffect, Moderations, ModerateHandler];
