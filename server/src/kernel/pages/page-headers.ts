import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** Sets the headers that restrict what a page may load and who may embed it. */
export async function guardPages(app: FastifyInstance, storeOrigin: string | undefined): Promise<void> {
  // A separate server computes the headers once, because they are the same for every answer.
  const sample = Fastify()
  await sample.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Large files are sent between the browser and the store directly, if the browser can reach it.
        connectSrc: ["'self'", ...(storeOrigin ? [storeOrigin] : [])],
        // Mantine writes its computed styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
  })
  sample.get('/', async (_, reply) => reply.getHeaders())
  const headers: Record<string, string> = (await sample.inject('/')).json()
  app.addHook('onRequest', async (_, reply) => void reply.headers(headers))
}
