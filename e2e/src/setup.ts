import type { TestProject } from 'vitest/node'
import { type Product, startProduct } from './product.ts'

let product: Product | undefined

/** One product with its sample company for all browser tests. */
export async function setup(project: TestProject) {
  product = await startProduct()
  project.provide('url', product.url)
  project.provide('dataDir', product.dataDir)
  project.provide('password', product.password)
  project.provide('operatorPassword', product.operatorPassword)
}

export const teardown = () => product?.stop()

declare module 'vitest' {
  interface ProvidedContext {
    url: string
    dataDir: string
    password: string
    operatorPassword: string
  }
}
