import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, main, root, run } from './run.mjs'

// Builds the fonts of `web/src/app/fonts/`. Their sources are downloaded for this script only: no install needs 30 MB of fonts.
const sources = ['inter-ui@4.1.1', '@fontsource-variable/noto-sans-devanagari@5.3.0', 'subset-font@2.9.0']
const inter = 'inter-ui/variable/InterVariable.woff2'
const noto = '@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2'

/** Copyright and licence stay in the names of each font. */
const preserveNameIds = [0, 13, 14]
const placing = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']

/** Ranges in the form of `unicode-range`, as in `web/src/app/fonts.css`. */
const faces = [
  {
    name: 'latin',
    source: inter,
    ranges:
      '20-7E A0-FF 2C6 2DA 2DC 2013-2014 2018-201E 2020-2022 2026 2039-203A 20B9 2122 2190-2193 3A3 2211-2212 25B2 25B8 25BC 25BE',
    // Tabular figures, and a colon centred between them; the other alternates are half of the file.
    keepFeatures: [...placing, 'tnum', 'calt'],
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  },
  {
    name: 'latin-extended',
    source: inter,
    ranges: '100-17F 1E00-1EFF 300-30C 323-331',
    keepFeatures: placing,
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  },
  {
    name: 'devanagari',
    source: noto,
    ranges: '900-97F 200C-200D 25CC A830-A839',
    variationAxes: { wght: { min: 400, max: 700 } },
  },
]

function charactersOf(ranges) {
  return ranges
    .split(' ')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    })
    .join('')
}

async function makeFaces(folder) {
  const { code } = await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, ...sources])
  if (code !== 0) throw new Failure('What the faces are made of could not be fetched.')
  const subset = createRequire(join(folder, 'node_modules/'))('subset-font')
  const installed = (path) => readFileSync(join(folder, 'node_modules', path))
  for (const { name, source, ranges, ...options } of faces) {
    const face = await subset(installed(source), charactersOf(ranges), {
      targetFormat: 'woff2',
      preserveNameIds,
      noHinting: true,
      ...options,
    })
    writeFileSync(join(root, 'web/src/app/fonts', `${name}.woff2`), face)
    console.log(`${name} ${(face.length / 1000).toFixed(1)} KB`)
  }
  const licences = ['inter-ui/LICENSE.txt', '@fontsource-variable/noto-sans-devanagari/LICENSE']
  const texts = licences.map((path) => installed(path).toString().trim())
  writeFileSync(join(root, 'web/public/fonts-licence.txt'), `${texts.join(`\n\n${'='.repeat(60)}\n\n`)}\n`)
  return 0
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-fonts-'))
  try {
    return await makeFaces(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
