import { ToolServer } from './tool-server.ts';

export const mcpProviders = [ToolServer];
