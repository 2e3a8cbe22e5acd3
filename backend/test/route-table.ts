import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Express } from 'express';
import { useHttpEdge } from '#infrastructure/http/http-edge.ts';
import { openTestGround } from '#infrastructure/testing/test-ground.ts';
import { AppModule } from '../src/app.module.ts';

/** Every route of the product as Express ended up with it (`GET /api/posts/:id`), whoever declared it. */
export async function routeTable(): Promise<string[]> {
  const ground = await openTestGround({ database: true });
  const testing = await Test.createTestingModule({ imports: [AppModule.on(ground)] }).compile();
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
    await ground.close();
  }
}
