import { uploadLetterhead } from '@plinth/api/letterheads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endPrinting } from '../kernel/print.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../test-server.ts'
import { letterheadOf } from './letterheads.factory.ts'

let server: TestServer
let owner: Client

beforeAll(async () => {
  server = await startTestServer()
  owner = await (await newCompany(server)).as()
})
afterAll(async () => {
  endPrinting()
  await server.stop()
})

type Changes = Record<string, string | null>

const inBody = 'word/document.xml before <w:sectPr>'
const inRoot = 'word/document.xml before xmlns:w='
const inTypes = '[Content_Types].xml before </Types>'
const inRelations = 'word/_rels/document.xml.rels before </Relationships>'
const office = 'http://schemas.openxmlformats.org'
const relations = `${office}/officeDocument/2006/relationships`
const relation = (kind: string, rest: string) => `<Relationship Id="rId9" Type="${relations}/${kind}" ${rest}/>`
const override = (name: string, type: string) =>
  `<Override PartName="/word/${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`
const word = `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relations}"`
const shapes = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'

const upload = async (changes: Changes, parts: Record<string, string | Uint8Array> = {}) =>
  owner.sendCall(uploadLetterhead, { body: letterheadOf('Ours.docx', changes, parts) })

async function refusal(changes: Changes, parts: Record<string, string | Uint8Array> = {}): Promise<string> {
  const { status, text } = await upload(changes, parts)
  const { message, fields } = JSON.parse(text)
  expect([status, fields?.[0]?.path], text).toEqual([400, 'file'])
  expect(fields[0].message).toBe(message)
  return message
}

const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const text = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`
const field = (inside: string, result = text('1')) =>
  `<w:p>${mark('begin')}${inside}${mark('separate')}${result}${mark('end')}</w:p>`
const inline = (inside: string) => field(inside).slice('<w:p>'.length, -'</w:p>'.length)
const address = '"http://a.example/b.png"'
const box = (inside: string) =>
  `<w:r><w:pict><v:shape ${shapes} style="width:9pt"><v:textbox><w:txbxContent><w:p>${inside}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
const ways = (choice: string, fallback: string) =>
  `<mc:AlternateContent xmlns:mc="${office}/markup-compatibility/2006"><mc:Choice Requires="w">${choice}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`

describe('a field of a letterhead', () => {
  const harmless = [
    ' PAGE ',
    'page \\* MERGEFORMAT',
    ' NUMPAGES',
    ' DATE \\@ "d MMMM yyyy" ',
    'STYLEREF "Heading 1"',
    '= 1 + 2',
    ' SECTIONPAGES ',
  ]
  test.each(harmless)('of the code %s is taken', async (said) => {
    expect((await upload({ [inBody]: field(code(said)) })).status).toBe(200)
    expect(
      (await upload({ [inBody]: `<w:p><w:fldSimple w:instr="${said.replaceAll('"', '&quot;')}"/></w:p>` })).status,
    ).toBe(200)
  })

  test('that holds another, in pieces, within a text box, is taken', async () => {
    const nested = field(code(' IF ') + inline(code('NUM') + code('PAGES')) + code(' &gt; 1 "a" "b" '))
    expect((await upload({ [inBody]: `${nested}<w:p>${box(inline(code(' PAGE ')))}</w:p>` })).status).toBe(200)
  })

  const kinds =
    `ADDRESSBLOCK ASK AUTOTEXT BIBLIOGRAPHY DATABASE DDE DDEAUTO DOCVARIABLE EMBED FILENAME FILLIN GLOSSARY GOTOBUTTON GREETINGLINE
    HTMLACTIVEX HYPERLINK IMPORT INCLUDE INCLUDEPICTURE INCLUDETEXT INFO LINK MACRO MACROBUTTON MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF PRINT
    PRIVATE RD SET SHAPE SKIPIF TEMPLATE TOA TOC USERADDRESS USERNAME XE`.split(/\s+/)
  test.each(kinds)('of the kind %s is refused', async (kind) => {
    expect(await refusal({ [inBody]: field(code(` ${kind} ${address} `)) })).toContain(
      'a field that is not known to be harmless',
    )
  })

  test.each<[string, string]>([
    [
      'in a CDATA section',
      field('<w:r><w:instrText><![CDATA[ INCLUDEPICTURE "http://a.example" ]]></w:instrText></w:r>'),
    ],
    [
      'partly in a CDATA section',
      field('<w:r><w:instrText>INCLUDE<![CDATA[PICTURE "http://a.example"]]></w:instrText></w:r>'),
    ],
    ['in letters as numbers', field(code(`&#73;NCLUDEPICTURE ${address}`))],
    ['in pieces with a comment between', field('<w:r><w:instrText>INCLUDE<!-- -->PICTURE "a"</w:instrText></w:r>')],
    [
      'in pieces of several paragraphs',
      `<w:p>${mark('begin')}${code('INCLUDE')}</w:p><w:p>${code('PICTURE "a"')}${mark('separate')}${mark('end')}</w:p>`,
    ],
    ['behind a field within it', field(inline(code('PAGE')) + code(` INCLUDEPICTURE ${address}`))],
    [
      'put together with what comes of a field within it',
      field(code('INCLUDE') + inline(code('QUOTE PICTURE')) + code(address)),
    ],
    ['in what comes of another', field(code(' PAGE '), inline(code(`INCLUDEPICTURE ${address}`)))],
    [
      'behind a harmless piece in a text box',
      `<w:p>${mark('begin')}${box(code('PAGE '))}${code(`INCLUDEPICTURE ${address}`)}${mark('end')}</w:p>`,
    ],
    [
      'behind a harmless piece in one of two ways',
      `<w:p>${mark('begin')}${ways(code('PAGE '), '')}${code(`INCLUDEPICTURE ${address}`)}${mark('end')}</w:p>`,
    ],
    ['that begins in one way and ends in the other', `<w:p>${ways(mark('begin') + code('PAGE'), mark('end'))}</w:p>`],
    ['with text in its code', field(text('INCLUDEPICTURE') + code(' PAGE'))],
    ['with further code behind its code', field(code(' PAGE '), code(`INCLUDEPICTURE ${address}`))],
    ['without a beginning', `<w:p>${code(`INCLUDEPICTURE ${address}`)}</w:p>`],
    ['without an end', `<w:p>${mark('begin')}${code('PAGE')}</w:p>`],
    ['with a mark of another kind', `<w:p>${mark('begin')}${code('PAGE')}${mark('over')}${mark('end')}</w:p>`],
    [
      'in an attribute of its vocabulary by another prefix',
      `<w:p><w:fldSimple xmlns:x="${office}/wordprocessingml/2006/main" x:instr="INCLUDETEXT a"/></w:p>`,
    ],
    ['without a kind', field(code(' '))],
  ])('%s is refused', async (_, body) => {
    expect(await refusal({ [inBody]: body })).toContain('a field that is not known to be harmless')
  })

  test.each<[string, string]>([
    ['in elements within its code', field('<w:r><w:instrText>IN<w:t/>CLUDEPICTURE "a"</w:instrText></w:r>')],
    [
      'behind a piece that was deleted',
      field(`<w:del w:id="1"><w:r><w:delInstrText>PAGE</w:delInstrText></w:r></w:del>${code('INCLUDETEXT a')}`),
    ],
    ['with data of its own', field(`<w:r><w:fldData>AAAA</w:fldData></w:r>${code('PAGE')}`)],
    [
      'of a form, which names macros',
      '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:entryMacro w:val="Run"/></w:ffData></w:fldChar></w:r></w:p>',
    ],
  ])('%s is refused', async (_, body) => {
    expect(await refusal({ [inBody]: body })).toMatch(/damaged|not known to be harmless/)
  })

  test('of the page’s foot and of its styles is judged, too', async () => {
    const bad = field(code(`INCLUDEPICTURE ${address}`))
    expect(await refusal({ 'word/footer1.xml before </w:ftr>': bad })).toContain('a field')
    expect(await refusal({ 'word/styles.xml before </w:styles>': bad })).toContain('a field')
  })
})

const outside = 'refers to something outside of itself'
const unknown = 'which is not known to be harmless'
const settings = (inside: string): Changes => ({
  'word/settings.xml': `<w:settings ${word}>${inside}</w:settings>`,
  [inTypes]: override('settings.xml', 'settings'),
  [inRelations]: relation('settings', 'Target="settings.xml"'),
})
const shape = (inside: string) =>
  `<w:p><w:r><w:pict><v:shape ${shapes} style="width:9pt">${inside}</v:shape></w:pict></w:r></w:p>`
const drawn = (blip: string) =>
  `<w:p><w:r><w:drawing><a:blip xmlns:a="${office}/drawingml/2006/main" ${blip}/></w:drawing></w:r></w:p>`

test.each<[string, string, Changes]>([
  ['a picture of a shape by its address', unknown, { [inBody]: shape('<v:imagedata src="http://a.example/b.png"/>') }],
  [
    'a picture of a shape by an address of Office',
    unknown,
    { [inBody]: shape('<v:imagedata o:href="http://a.example/b.png"/>') },
  ],
  ['a picture of a shape by another relationship', outside, { [inBody]: shape('<v:imagedata r:href="rId9"/>') }],
  ['a filling by its address', unknown, { [inBody]: shape('<v:fill type="frame" src="http://a.example/b.png"/>') }],
  ['a line by its address', unknown, { [inBody]: shape('<v:stroke filltype="tile" src="http://a.example/b.png"/>') }],
  ['a picture of a shape’s own element', unknown, { [inBody]: shape('<v:image src="http://a.example/b.png"/>') }],
  [
    'a shape that is a link',
    unknown,
    { [inBody]: `<w:p><w:r><w:pict><v:rect ${shapes} href="http://a.example"/></w:pict></w:r></w:p>` },
  ],
  [
    'a package within a shape',
    unknown,
    { [inBody]: `<w:p><w:r><w:pict><v:rect ${shapes} o:gfxdata="UEsDBA"/></w:pict></w:r></w:p>` },
  ],
  [
    'a linked object',
    'macros or embedded files',
    { [inBody]: `<w:p><w:r><w:pict><o:OLEObject ${shapes} Type="Link"/></w:pict></w:r></w:p>` },
  ],
  ['a picture that is linked', outside, { [inBody]: drawn('r:link="rId9"') }],
  [
    'a picture with a link on it',
    outside,
    {
      [inBody]: `<w:p><w:r><w:drawing><a:hlinkClick xmlns:a="${office}/drawingml/2006/main" r:id="rId9"/></w:drawing></w:r></w:p>`,
    },
  ],
  [
    'a mail merge',
    '<w:mailMerge>',
    settings('<w:mailMerge><w:connectString w:val="Provider=x"/><w:query w:val="SELECT"/></w:mailMerge>'),
  ],
  [
    'a mail merge by another prefix',
    '<x:mailMerge>',
    settings(`<x:mailMerge xmlns:x="${office}/wordprocessingml/2006/main"/>`),
  ],
  ['a template that it hangs on', '<w:attachedTemplate>', settings('<w:attachedTemplate r:id="rId9"/>')],
  ['a schema of its own', '<w:attachedSchema>', settings('<w:attachedSchema w:val="http://a.example"/>')],
  ['a kind of smart tags with its address', '<w:smartTagType>', settings('<w:smartTagType w:url="http://a.example"/>')],
  ['a transformation', '<w:saveThroughXslt>', settings('<w:saveThroughXslt w:solutionID="http://a.example"/>')],
  ['an element of a vocabulary that nobody knows', '<x:y>', { [inBody]: '<x:y xmlns:x="http://a.example"/>' }],
  [
    'another file as a part of the page',
    '<xi:include>',
    { [inBody]: '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="a"/>' },
  ],
  ['a ground for addresses', 'xml:base', { [inRoot]: 'xml:base="http://a.example/" ' }],
  ['a frame of pages', '<w:frameset>', settings('<w:frameset/>')],
  ['a relationship of an unknown kind', outside, { [inRelations]: relation('hyperlink', 'Target="document.xml"') }],
  [
    'a relationship to what is not in the file',
    outside,
    { [inRelations]: relation('image', 'Target="media/gone.png"') },
  ],
  [
    'a relationship said to lead outside',
    outside,
    { [inRelations]: relation('image', 'Target="document.xml" TargetMode="External"') },
  ],
  [
    'a relationship said to lead outside in small letters',
    unknown,
    { [inRelations]: relation('image', 'Target="document.xml" targetmode="External"') },
  ],
  [
    'a relationship with more to it',
    unknown,
    { [inRelations]: relation('styles', 'Target="styles.xml" Href="http://a.example"') },
  ],
  [
    'a relationship to an address as numbers',
    outside,
    { [inRelations]: relation('image', 'Target="&#104;ttp://a.example/b.png"') },
  ],
  [
    'a type of content that nobody knows',
    'neither texts, pictures nor fonts',
    { [inTypes]: '<Default Extension="png" ContentType="text/html"/>' },
  ],
  [
    'a page of the web by its type',
    'damaged',
    { [inTypes]: '<Override PartName="/word/a.xml" ContentType="application/xhtml+xml"/>' },
  ],
  [
    'data that is a head of the page by its type',
    'damaged',
    { [inTypes]: override('../customXml/item1.xml', 'header').replace('/word/..', '') },
  ],
  [
    'data that is a head of the page in other letters',
    'damaged',
    { [inTypes]: override('../CustomXml/Item1.xml', 'header').replace('/word/..', '') },
  ],
  [
    'a part by another spelling of its name',
    'damaged',
    { [inTypes]: override('../customXml/item%31.xml', 'header').replace('/word/..', '') },
  ],
  [
    'all XML as heads of the page',
    'damaged',
    { [inTypes]: override('a.xml', 'header').replace('Override PartName="/word/a.xml"', 'Default Extension="xml"') },
  ],
  [
    'data that is a head of the page by its relationship',
    outside,
    { 'customXml/item1.xml': '<a/>', [inRelations]: relation('header', 'Target="../customXml/item1.xml"') },
  ],
  ['an order to another program', 'damaged', { [inBody]: '<?mso-application progid="Excel.Sheet"?>' }],
])('a letterhead with %s is refused', async (_, said, changes) => {
  expect(await refusal(changes)).toContain(said)
})

test('a letterhead as companies have it, with a logo, shapes, settings, a theme and properties, is taken', async () => {
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" distT="0"><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="Logo"/>
    <a:graphic xmlns:a="${office}/drawingml/2006/main"><a:graphicData uri="${office}/drawingml/2006/picture"><pic:pic xmlns:pic="${office}/drawingml/2006/picture">
    <pic:blipFill><a:blip r:embed="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const watermark = shape(
    '<v:fill opacity=".5"/><v:textpath style="font-size:1pt" string="DRAFT"/><v:imagedata r:id="rId9" o:title="Logo"/>',
  )
  const style = `<w:p w:rsidR="00A1"><w:pPr><w:pStyle w:val="Header"/><w:jc w:val="center"/></w:pPr>${text('Phone: 080 1234, http://a.example')}</w:p>`
  const own: Changes = {
    ...settings(
      '<w:zoom w:percent="100"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat><w:rsids><w:rsidRoot w:val="00A1"/></w:rsids>',
    ),
    [inBody]: drawing + watermark + style,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${office}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Letter</dc:title></cp:coreProperties>`,
  }
  own[inTypes] +=
    '<Default Extension="png" ContentType="image/png"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
  own[inRelations] =
    `<Relationship Id="rId8" Type="${relations}/settings" Target="settings.xml"/>${relation('image', 'Target="media/logo.png"')}`
  own['customXml/item1.xml'] = '<?mso-contentType ?><b:Sources xmlns:b="http://a.example/sources"/>'
  own[inRelations] += `<Relationship Id="rId7" Type="${relations}/customXml" Target="../customXml/item1.xml"/>`
  const { status, text: answer } = await upload(own, { 'word/media/logo.png': Buffer.from('89504e470d0a1a0a', 'hex') })
  expect(status, answer).toBe(200)
})

describe('a letterhead that unpacks to more than its bound', () => {
  const paragraph = `<w:p>${text('a')}</w:p>`
  test('is refused with a sentence that says which', async () => {
    const long = paragraph.repeat(Math.ceil(600_000 / paragraph.length))
    expect(await refusal({ [inBody]: long })).toBe(
      'The page, head and foot of the letterhead unpack to more than 512 KB of text.',
    )
    const styles = `<w:style w:type="paragraph"/>`.repeat(160_000)
    expect(await refusal({ 'word/styles.xml before </w:styles>': styles })).toBe(
      'The texts of the letterhead unpack to more than 4 MB, its pictures and fonts not counted.',
    )
    expect(await refusal({}, { 'word/media/a.png': new Uint8Array(21_000_000) })).toBe(
      'The letterhead unpacks to more than 20 MB.',
    )
    const parts = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`word/media/${at}.png`, 'x']))
    expect(await refusal({}, parts)).toBe('The letterhead has more than 500 parts.')
  })

  test('and one just below it is taken', async () => {
    const long = paragraph.repeat(Math.floor(400_000 / paragraph.length))
    expect((await upload({ [inBody]: long })).status).toBe(200)
  })
})
