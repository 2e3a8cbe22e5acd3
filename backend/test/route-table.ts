import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Express } from 'express';
import { useHttpEdge } from '#infrastructure/http/http-edge.ts';
import { openTestAppContext } from '#infrastructure/testing/test-app-context.ts';
import { AppModule } from '../src/app.module.ts';

/** Every route of the product that Express has registered (`GET /api/posts/:id`), from any module. */
export async function routeTable(): Promise<string[]> {
  const context = await openTestAppContext({ database: true });
  const testing = await Test.createTestingModule({ imports: [AppModule.on(context)] }).compile();
  const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  try {
    useHttpEdge(app);
    await app.init();
    const { router }: Express = app.getHttpAdapter().getInstance();
    const routes = router.stack.flatMap(({ route }) =>
      route ? route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`) : [],
    );
    return [...new Set(routes)].sort();
  } finally {
    await app.close();
    await context.close();
  }
}
