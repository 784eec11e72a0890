import { expect, test } from 'vitest'
import { filesWhere, isTest, isTypeScript, offences, paths } from './source.ts'

/** This file contains the forbidden patterns. */
const self = 'conventions/tests.test.ts'
const code = filesWhere((path) => isTypeScript(path) && path !== self)

const forbidden: Record<string, RegExp> = {
  'mocks a module': /\bvi\.(?:mock|doMock|hoisted|importMock)\(/,
  'replaces a function of ours': /\bvi\.spyOn\(/,
  'imports a mock server': /from ['"](?:msw|nock|@mswjs|sinon|jest-mock)[/'"]/,
  'keeps a snapshot file': /\.(?:toMatchSnapshot|toMatchFileSnapshot|toThrowErrorMatchingSnapshot)\(/,
  'keeps a snapshot of HTML': /\.toMatchInlineSnapshot\(\s*[`'"]\s*</,
  'renders to text': /\brenderTo(?:StaticMarkup|String)\(/,
}

test.each(Object.entries(forbidden))('no test %s', (_, pattern) => {
  expect(offences(code, ({ text }) => pattern.exec(text)?.slice(0, 1) ?? [])).toEqual([])
})

test('no snapshot file exists', () => {
  expect(paths.filter((path) => path.endsWith('.snap') || path.includes('__snapshots__/'))).toEqual([])
})

test('every test file is in a folder of a vitest.config.ts project', () => {
  const homes = [
    /^survive\/.*\.test\.ts$/,
    /^(?:api|web|server|local-postgres)\/src\/.*\.test\.ts$/,
    /^conventions\/.*\.test\.ts$/,
    /^e2e\/.*\.ts$/,
  ]
  expect(paths.filter((path) => isTest(path) && !homes.some((home) => home.test(path)))).toEqual([])
})

test('no browser test removes a route, because requests in progress may be lost', () => {
  // Only the helper that closes the page right afterwards may, because nothing that it loads matters any more.
  const specs = code.filter(({ path }) => path.startsWith('e2e/') && path !== 'e2e/src/browser.ts')
  expect(offences(specs, ({ text }) => /\.unroute(?:All)?\(/.exec(text)?.slice(0, 1) ?? [])).toEqual([])
})

test('each company that specs create has a unique name', () => {
  const names = code
    .filter(({ path }) => path.startsWith('e2e/'))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:testIn|newCompany)\('([^']+)'/g)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('a browser test that changes a page permanently calls spend(page) or spendContext(page), so that no later test gets the page', () => {
  const shared = code.filter(
    ({ path, text }) => path.startsWith('e2e/') && text.includes("src/desk.ts'") && !text.includes('launchBrowser'),
  )
  const stays = /page\.route\(|\.addInitScript\(|\.clock\.|\.newCDPSession\(/
  const silent = shared.filter(({ text }) => stays.test(text) && !/spend(?:Context)?\(page\)/.test(text))
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('a browser test finds elements as users do: by role, label or text', () => {
  const specs = code.filter(({ path }) => path.startsWith('e2e/') && isTest(path))
  const byMarkup = /\.locator\(\s*['"`][.#]|data-testid|getByTestId\(/
  expect(offences(specs, ({ text }) => byMarkup.exec(text)?.slice(0, 1) ?? [])).toEqual([])
})
