/** What would prevent publishing a post when it is due. `platform` is a display name. */
export const READINESS_TEXT = {
  accessEnds: (platform: string) =>
    `${platform}: the permission ends before this post is due. Reconnect the account in Settings.`,
  quotaUsedUp: (platform: string, total: number) =>
    `${platform}: all ${String(total)} posts that it accepts in 24 hours are used up. The post waits until there is room.`,
} as const;
