import PizZip from 'pizzip'

/**
 * A letterhead as Word writes one, with common content: a text box in two forms, a watermark, a logo as PNG and as SVG,
 * a link, tracked changes, a smart tag, a control, a comment, a page number, properties, and custom data.
 */

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const office = 'http://schemas.openxmlformats.org'
const microsoft = 'http://schemas.microsoft.com/office'
const relations = `${office}/officeDocument/2006/relationships`
const types = 'application/vnd.openxmlformats-officedocument'

const spaces = Object.entries({
  wpc: `${microsoft}/word/2010/wordprocessingCanvas`,
  cx: `${microsoft}/drawing/2014/chartex`,
  mc: `${office}/markup-compatibility/2006`,
  o: 'urn:schemas-microsoft-com:office:office',
  r: relations,
  m: `${office}/officeDocument/2006/math`,
  v: 'urn:schemas-microsoft-com:vml',
  wp14: `${microsoft}/word/2010/wordprocessingDrawing`,
  wp: `${office}/drawingml/2006/wordprocessingDrawing`,
  w10: 'urn:schemas-microsoft-com:office:word',
  w: `${office}/wordprocessingml/2006/main`,
  w14: `${microsoft}/word/2010/wordml`,
  w15: `${microsoft}/word/2012/wordml`,
  w16cid: `${microsoft}/word/2016/wordml/cid`,
  w16se: `${microsoft}/word/2015/wordml/symex`,
  wpg: `${microsoft}/word/2010/wordprocessingGroup`,
  wps: `${microsoft}/word/2010/wordprocessingShape`,
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')
const root = `${spaces} mc:Ignorable="w14 w15 w16se w16cid wp14"`

const text = (content: string) =>
  `<w:r w:rsidRPr="00A1"><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${content}</w:t></w:r>`
const paragraph = (inside: string) => `<w:p w14:paraId="5A3F10B2" w14:textId="77777777" w:rsidR="00A1">${inside}</w:p>`
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const field = (code: string, result: string) =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${mark('separate')}${text(result)}${mark('end')}`

const boxed = (content: string) => `<w:txbxContent>${paragraph(text(content))}</w:txbxContent>`
const a = `xmlns:a="${office}/drawingml/2006/main"`
const place = `<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>100</wp:posOffset></wp:positionH>
  <mc:AlternateContent><mc:Choice Requires="wp14"><wp:positionV relativeFrom="page"><wp14:pctPosVOffset>5000</wp14:pctPosVOffset></wp:positionV></mc:Choice>
  <mc:Fallback><wp:positionV relativeFrom="page"><wp:posOffset>9</wp:posOffset></wp:positionV></mc:Fallback></mc:AlternateContent>`
const textBox = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>
  <wp:anchor distT="45720" distB="45720" distL="114300" distR="114300" simplePos="0" relativeHeight="251659264" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1" wp14:anchorId="1B2C3D4E" wp14:editId="5F60718A">
  ${place}<wp:extent cx="2360930" cy="1404620"/><wp:effectExtent l="0" t="0" r="22860" b="11430"/><wp:wrapSquare wrapText="bothSides"/>
  <wp:docPr id="217" name="Text Box 2"/><wp:cNvGraphicFramePr><a:graphicFrameLocks ${a}/></wp:cNvGraphicFramePr>
  <a:graphic ${a}><a:graphicData uri="${microsoft}/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"><a:spLocks noChangeArrowheads="1"/></wps:cNvSpPr>
  <wps:spPr bwMode="auto"><a:xfrm><a:off x="0" y="0"/><a:ext cx="2360930" cy="1404620"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></wps:spPr>
  <wps:txbx>${boxed('Registered Office')}</wps:txbx><wps:bodyPr rot="0" vert="horz" wrap="square" lIns="91440" anchor="t"><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic>
  <wp14:sizeRelH relativeFrom="margin"><wp14:pctWidth>40000</wp14:pctWidth></wp14:sizeRelH></wp:anchor></w:drawing></mc:Choice>
  <mc:Fallback><w:pict><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>
  <v:shape id="Text Box 2" o:spid="_x0000_s1026" type="#_x0000_t202" style="position:absolute;width:185.9pt" o:gfxdata="UEsDBBQABgAIAAAA"><v:textbox style="mso-fit-shape-to-text:t">${boxed('Registered Office')}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
const older = `<w:r><w:pict><v:shape id="Older" o:spid="_x0000_s1027" type="#_x0000_t202" style="position:absolute;width:90pt;mso-position-horizontal:center" o:gfxdata="UEsDBBQABgAIAAAA"><v:textbox>${boxed('Works Office')}</v:textbox><w10:wrap anchorx="margin"/></v:shape></w:pict></w:r>`
const watermark = `<w:r><w:pict><v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e"><v:formulas><v:f eqn="sum #0 0 10800"/></v:formulas>
  <v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800" o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/><v:handles><v:h position="#0,bottomRight" xrange="6629,14971"/></v:handles><o:lock v:ext="edit" text="t" shapetype="t"/></v:shapetype>
  <v:shape id="PowerPlusWaterMarkObject1" o:spid="_x0000_s2049" type="#_x0000_t136" style="position:absolute;margin-left:0;width:412.4pt;rotation:315;z-index:-251658752;mso-position-horizontal:center" o:allowincell="f" fillcolor="silver" stroked="f"><v:fill opacity=".5"/><v:textpath style="font-family:&quot;Calibri&quot;;font-size:1pt" string="ORIGINAL"/></v:shape></w:pict></w:r>`
const logo = `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0" wp14:anchorId="1B2C3D4F"><wp:extent cx="952500" cy="952500"/>
  <wp:docPr id="1" name="Graphic 1" descr="Logo"><a:hlinkClick ${a} r:id="rId20"/></wp:docPr><wp:cNvGraphicFramePr/><a:graphic ${a}><a:graphicData uri="${office}/drawingml/2006/picture">
  <pic:pic xmlns:pic="${office}/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name=""/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId21"><a:extLst>
  <a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}"><a14:useLocalDpi xmlns:a14="${microsoft}/drawing/2010/main" val="0"/></a:ext><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}"><asvg:svgBlip xmlns:asvg="${microsoft}/drawing/2016/SVG/main" r:embed="rId22"/></a:ext></a:extLst></a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
  <pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const who = 'w:id="7" w:author="Rao" w:date="2026-11-01T00:00:00Z"'

const body = [
  paragraph(textBox + older + logo),
  paragraph(
    `<w:hyperlink r:id="rId20" w:history="1"><w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr><w:t>www.balaji.example</w:t></w:r></w:hyperlink>`,
  ),
  paragraph(
    `<w:commentRangeStart w:id="0"/><w:ins ${who}>${text('Phone 080 4455')}</w:ins><w:del ${who}><w:r><w:delText>Phone 080 1111</w:delText></w:r></w:del><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
  ),
  paragraph(
    `<w:smartTag w:uri="urn:schemas-microsoft-com:office:smarttags" w:element="City"><w:smartTagPr><w:attr w:name="a" w:val="b"/></w:smartTagPr>${text('Pune')}</w:smartTag><w:proofErr w:type="spellStart"/>`,
  ),
  `<w:sdt><w:sdtPr><w:alias w:val="Company"/><w:dataBinding w:xpath="/ns0:a" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w15:appearance w15:val="hidden"/></w:sdtPr><w:sdtContent>${paragraph(text('Balaji Infra'))}</w:sdtContent></w:sdt>`,
  paragraph(field('HYPERLINK "mailto:a@balaji.example"', 'a@balaji.example')),
  paragraph(
    `<w:r><mc:AlternateContent><mc:Choice Requires="w16se"><w16se:symEx w16se:font="Segoe UI Emoji" w16se:char="260E"/></mc:Choice><mc:Fallback><w:t>☎</w:t></mc:Fallback></mc:AlternateContent></w:r>`,
  ),
  paragraph(text('{letter}')),
  `<w:sectPr w:rsidR="00A1"><w:headerReference w:type="default" r:id="rId10"/><w:footerReference w:type="default" r:id="rId11"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/><w:cols w:space="708"/><w:docGrid w:linePitch="360"/></w:sectPr>`,
].join('')

const styles = `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:kern w:val="2"/><w14:ligatures w14:val="standardContextual"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>
  <w:latentStyles w:defLockedState="0" w:count="376"><w:lsdException w:name="Normal" w:uiPriority="0" w:qFormat="1"/></w:latentStyles>
  <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1" w:themeColor="hyperlink"/></w:rPr></w:style>`
const settings = `<w:zoom w:percent="100"/><w:attachedTemplate r:id="rId1"/><w:trackRevisions/><w:defaultTabStop w:val="720"/><w:hdrShapeDefaults><o:shapedefaults v:ext="edit" spidmax="2050"/></w:hdrShapeDefaults>
  <w:compat><w:compatSetting w:name="compatibilityMode" w:uri="${microsoft}/word" w:val="15"/></w:compat><w:rsids><w:rsidRoot w:val="00A1"/></w:rsids><m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr>
  <w:themeFontLang w:val="en-IN"/><w:decimalSymbol w:val="."/><w:listSeparator w:val=","/><w14:docId w14:val="3C5B3C5B"/><w15:chartTrackingRefBased/>`

const related = (id: number, kind: string, target: string, isOutside = false) =>
  `<Relationship Id="rId${id}" Type="${kind.includes(':') ? kind : `${relations}/${kind}`}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`
const relating = (...all: string[]) =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships">${all.join('')}</Relationships>`
const override = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${types}.${type}+xml"/>`
const ofWord = ['document', 'styles', 'settings', 'comments', 'header1', 'footer1'].map((name) =>
  override(`word/${name}.xml`, `wordprocessingml.${name === 'document' ? 'document.main' : name.replace('1', '')}`),
)

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const parts: Readonly<Record<string, string | Uint8Array>> = {
  '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${ofWord.join('')}${override('docProps/app.xml', 'extended-properties')}${override('customXml/itemProps1.xml', 'customXmlProperties')}</Types>`,
  '_rels/.rels': relating(
    related(3, 'extended-properties', 'docProps/app.xml'),
    related(
      2,
      'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
      'docProps/core.xml',
    ),
    related(1, 'officeDocument', 'word/document.xml'),
  ),
  'docProps/app.xml': `${xml}<Properties xmlns="${office}/officeDocument/2006/extended-properties"><Template>Normal.dotm</Template><HyperlinkBase>http://a.example/</HyperlinkBase></Properties>`,
  'docProps/core.xml': `${xml}<cp:coreProperties xmlns:cp="${office}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Our {paper}</dc:title></cp:coreProperties>`,
  'customXml/item1.xml':
    '<?mso-contentType?><FormTemplates xmlns="http://schemas.microsoft.com/sharepoint/v3/contenttype/forms"/>',
  'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="${office}/officeDocument/2006/customXml" ds:itemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/>`,
  'word/_rels/document.xml.rels': relating(
    related(1, 'customXml', '../customXml/item1.xml'),
    related(2, 'styles', 'styles.xml'),
    related(3, 'settings', 'settings.xml'),
    related(4, 'comments', 'comments.xml'),
    related(10, 'header', 'header1.xml'),
    related(11, 'footer', 'footer1.xml'),
    related(20, 'hyperlink', 'https://www.balaji.example/', true),
    related(21, 'image', 'media/%E0%A4%B2%E0%A5%8B%E0%A4%97%E0%A5%8B.png'),
    related(22, 'image', 'media/image2.svg'),
  ),
  'word/document.xml': `${xml}<w:document ${root}><w:body>${body}</w:body></w:document>`,
  'word/styles.xml': `${xml}<w:styles ${root}>${styles}</w:styles>`,
  'word/settings.xml': `${xml}<w:settings ${root}>${settings}</w:settings>`,
  'word/_rels/settings.xml.rels': relating(related(1, 'attachedTemplate', 'file:///C:/Paper.dotm', true)),
  'word/comments.xml': `${xml}<w:comments ${root}><w:comment w:id="0">${paragraph(text('Is that so?'))}</w:comment></w:comments>`,
  'word/header1.xml': `${xml}<w:hdr ${root}>${paragraph(watermark + text('Head of the page'))}</w:hdr>`,
  'word/footer1.xml': `${xml}<w:ftr ${root}>${paragraph(`${text('Page ')}${field('PAGE   \\* MERGEFORMAT', '1')}`)}</w:ftr>`,
  'word/media/लोगो.png': png,
  'word/media/image2.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
}

/** The letterhead, with other contents of its parts. */
export function wordLetterhead(changes: Readonly<Record<string, (old: string) => string>> = {}): Buffer {
  const zip = new PizZip()
  for (const [name, content] of Object.entries(parts)) {
    const change = changes[name]
    zip.file(name, change && typeof content === 'string' ? change(content) : content)
  }
  return zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' })
}
