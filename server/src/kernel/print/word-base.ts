import PizZip from 'pizzip'

/**
 * Our own base of a letter in Word, part by part: A4, margins of 25 mm, and a footer that numbers the pages if there
 * are several. Devanagari is set in Nirmala UI, which Windows has since version 8, otherwise in Mangal.
 */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'
const word = `${office}/wordprocessingml/2006/main`
const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relations = `${office}/officeDocument/2006/relationships`

const contentTypes = `${xml}<Types xmlns="${office}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/>
<Override PartName="/word/fontTable.xml" ContentType="${types}.fontTable+xml"/>
<Override PartName="/word/footer1.xml" ContentType="${types}.footer+xml"/>
</Types>`

const rootRelations = `${xml}<Relationships xmlns="${office}/package/2006/relationships">
<Relationship Id="rId1" Type="${relations}/officeDocument" Target="word/document.xml"/>
</Relationships>`

const documentRelations = `${xml}<Relationships xmlns="${office}/package/2006/relationships">
<Relationship Id="rId1" Type="${relations}/styles" Target="styles.xml"/>
<Relationship Id="rId2" Type="${relations}/fontTable" Target="fontTable.xml"/>
<Relationship Id="rId3" Type="${relations}/footer" Target="footer1.xml"/>
</Relationships>`

const documentPart = `${xml}<w:document xmlns:w="${word}" xmlns:r="${relations}"><w:body>
<w:p><w:r><w:t>{letter}</w:t></w:r></w:p>
<w:sectPr><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="11906" w:h="16838"/>
<w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>
</w:body></w:document>`

const styles = `${xml}<w:styles xmlns:w="${word}">
<w:docDefaults><w:rPrDefault><w:rPr>
<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Nirmala UI"/>
<w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-IN" w:eastAsia="en-US" w:bidi="hi-IN"/>
</w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/></w:style>
</w:styles>`

const fontTable = `${xml}<w:fonts xmlns:w="${word}">
<w:font w:name="Calibri"><w:altName w:val="Carlito"/><w:family w:val="swiss"/></w:font>
<w:font w:name="Nirmala UI"><w:altName w:val="Mangal"/><w:family w:val="swiss"/></w:font>
</w:fonts>`

const quiet = '<w:rPr><w:color w:val="595959"/><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr>'
const mark = (type: 'begin' | 'separate' | 'end') => `<w:r>${quiet}<w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string) => `<w:r>${quiet}<w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
const field = (name: string) => mark('begin') + code(` ${name} `) + mark('separate') + mark('end')

const fields: Record<string, string> = { '{page}': field('PAGE'), '{pages}': field('NUMPAGES') }

/** Only nested fields can hide the number on a single page. */
const footer = (foot: string) =>
  `${xml}<w:ftr xmlns:w="${word}"><w:p><w:pPr><w:jc w:val="right"/></w:pPr>${[
    mark('begin'),
    code(' IF '),
    field('NUMPAGES'),
    code(' &gt; 1 "'),
    ...foot.split(/(\{\w+\})/).map((piece) => fields[piece] ?? code(piece)),
    code('" "" '),
    mark('separate'),
    mark('end'),
  ].join('')}</w:p></w:ftr>`

const parts = {
  '[Content_Types].xml': contentTypes,
  '_rels/.rels': rootRelations,
  'word/document.xml': documentPart,
  'word/_rels/document.xml.rels': documentRelations,
  'word/styles.xml': styles,
  'word/fontTable.xml': fontTable,
}

/** The base: {letter} marks the place of the letter; `foot` is the text of the footer with {page} and {pages}. */
export function ownBase(foot: string): Uint8Array {
  const zip = new PizZip()
  zip.file('word/footer1.xml', footer(foot))
  for (const [name, text] of Object.entries(parts)) zip.file(name, text)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}
