/** The tab with examples for programmers. */
export const DOCUMENTATION_TEXT = {
  intro: 'Each request needs one of your API tokens. Replace the text between < and > with it.',
  someToken: 'your API token',
  needs: (permission: string) => `Permission: ${permission}.`,
  calls: {
    platforms: {
      title: 'Platforms',
      hint: 'The twelve platforms with their limits, and your accounts there.',
    },
    statistics: { title: 'Statistics', hint: 'Your counts and figures, and your latest posts.' },
    replies: { title: 'Replies', hint: 'Comments that are not read or answered yet.' },
    posts: {
      title: 'Schedule a post',
      hint: 'It goes to every active account on these platforms. mediaUrl adds a picture or video: one that you uploaded, or any on the web. A repeated request with the same Idempotency-Key creates no second post.',
    },
  },
  example: 'Hello from the API',
  reference: 'All calls, fields and errors',
  newTab: '(new tab)',
  mcp: 'For AI assistants (MCP)',
  mcpHint: 'AI assistants that support MCP can do what the token allows.',
  mcpAddress: 'Address',
  mcpSettings: 'Settings for your assistant',
} as const;
