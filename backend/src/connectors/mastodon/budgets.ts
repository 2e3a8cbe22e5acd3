/**
 * Mastodon documents no limit for a whole instance. It allows 300 requests in five minutes for one token
 * (docs.joinmastodon.org/api/rate-limits), and 1,500 for a user with several tokens (`config/initializers/rack_attack.rb`). So
 * Posthorn sends an instance at most as many requests as such a user may.
 */
export const REQUESTS = { calls: 1_500, perSeconds: 300 } as const;
/**
 * GoToSocial accepts 300 requests in five minutes from one IP address, unless its operator chose another number
 * (docs.gotosocial.org/en/latest/api/ratelimiting, confirmed 2026-11-30). Pixelfed and Akkoma accept more. Others document no number.
 */
export const REQUESTS_ELSEWHERE = { calls: 300, perSeconds: 300 } as const;
/** With fewer requests, half of them would not be enough for one reading. */
export const REQUESTS_MIN = 60;
