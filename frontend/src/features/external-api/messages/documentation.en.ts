/** The tab with examples for programmers. */
export const DOCUMENTATION_TEXT = {
  intro: 'Each request carries an API token of yours. Put it in the place of what stands between < and >.',
  someToken: 'your API token',
  needs: (permission: string) => `Permission: ${permission}.`,
  calls: {
    platforms: {
      title: 'Platforms',
      hint: 'The twelve platforms with their limits, and your accounts there.',
    },
    statistics: { title: 'Statistics', hint: 'Your counts and figures, and your latest posts.' },
    replies: { title: 'Replies', hint: 'Comments that nobody has read or answered yet.' },
    posts: {
      title: 'Schedule a post',
      hint: 'It goes to every active account on these platforms. mediaUrl adds a picture or video that you have uploaded, or any on the web. With the same Idempotency-Key a request that is repeated makes no second post.',
    },
  },
  example: 'Hello from the API',
  reference: 'All calls, fields and errors',
  newTab: '(new tab)',
  mcp: 'For AI assistants (MCP)',
  mcpHint: 'Assistants that speak MCP can do here what the token allows.',
  mcpAddress: 'Address',
  mcpSettings: 'Settings of an assistant',
} as const;
