/**
 * The elements and attributes of WordprocessingML, DrawingML and VML that a letterhead may have: those that only
 * describe how a page looks. Everything else is dropped, including elements that nobody has reviewed.
 */

const words = (text: string) => new Set(text.trim().split(/\s+/))

const office = 'http://schemas.openxmlformats.org'
const strict = 'http://purl.oclc.org/ooxml'
const microsoft = 'http://schemas.microsoft.com/office/word/2010'

/** The namespace of each vocabulary, by the prefix that we write. */
export const addresses: Readonly<Record<string, string>> = {
  w: `${office}/wordprocessingml/2006/main`,
  r: `${office}/officeDocument/2006/relationships`,
  a: `${office}/drawingml/2006/main`,
  pic: `${office}/drawingml/2006/picture`,
  wp: `${office}/drawingml/2006/wordprocessingDrawing`,
  mc: `${office}/markup-compatibility/2006`,
  rel: `${office}/package/2006/relationships`,
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w10: 'urn:schemas-microsoft-com:office:word',
  wps: `${microsoft}/wordprocessingShape`,
  wpg: `${microsoft}/wordprocessingGroup`,
  wp14: `${microsoft}/wordprocessingDrawing`,
  w14: `${microsoft}/wordml`,
  xml: 'http://www.w3.org/XML/1998/namespace',
}

/** Strict documents have other namespaces for the same vocabularies. */
const others: Readonly<Record<string, string>> = {
  [`${strict}/wordprocessingml/main`]: 'w',
  [`${strict}/officeDocument/relationships`]: 'r',
  [`${strict}/drawingml/main`]: 'a',
  [`${strict}/drawingml/picture`]: 'pic',
  [`${strict}/drawingml/wordprocessingDrawing`]: 'wp',
}

const prefixes = new Map([
  ...Object.entries(others),
  ...Object.entries(addresses).map(([prefix, address]) => [address, prefix] as const),
])

/** The prefix of a namespace; undefined for one that no letterhead needs. */
export const prefixOf = (address: string): string | undefined => prefixes.get(address)

/** Vocabularies that programs ignore if they do not know them. */
export const ignorable = ['w14', 'wp14']

/**
 * Vocabularies that an alternative may require, because Word and LibreOffice know them; for others the fallback is
 * taken.
 */
export const choosable: ReadonlySet<string> = new Set(['wps', 'wpg'])

const content = `document body hdr ftr p pPr r rPr t tab br cr noBreakHyphen softHyphen sym ptab fldChar fldSimple instrText bookmarkStart
  bookmarkEnd drawing pict txbxContent background sectPr headerReference footerReference footnotes footnote endnotes endnote
  footnoteReference endnoteReference footnoteRef endnoteRef separator continuationSeparator footnotePr endnotePr numFmt numStart
  numRestart pos pgNum dayShort dayLong monthShort monthLong yearShort yearLong type bdo dir`
const tables = `tbl tblPr tblGrid gridCol tr trPr tc tcPr tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize
  tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrEx top left start bottom right
  end insideH insideV tl2br tr2bl cnfStyle gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader hidden tcW gridSpan hMerge
  vMerge tcBorders noWrap tcMar textDirection tcFitText vAlign hideMark`
const paragraphs = `pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr ilvl numId suppressLineNumbers pBdr between bar
  tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind
  contextualSpacing mirrorIndents suppressOverlap textAlignment textboxTightWrap outlineLvl`
const runs = `rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof vanish webHidden color w kern
  position sz szCs highlight u effect bdr fitText vertAlign rtl cs em lang eastAsianLayout specVanish ruby rubyPr rubyAlign hps
  hpsRaise hpsBaseText lid rt rubyBase`
const sections = `pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols col formProt titlePg docGrid rtlGutter noEndnote`
const styles = `styles docDefaults rPrDefault pPrDefault latentStyles lsdException style name aliases basedOn next link uiPriority
  semiHidden unhideWhenUsed qFormat locked tblStylePr`
const numbers = `numbering abstractNum nsid multiLevelType tmpl styleLink numStyleLink lvl lvlRestart isLgl suff lvlText lvlJc legacy num
  abstractNumId lvlOverride startOverride numIdMacAtCleanup numPicBullet lvlPicBulletId`
const fonts = `fonts font altName panose1 charset family notTrueType pitch sig embedRegular embedBold embedItalic embedBoldItalic`
const settings = `settings zoom displayBackgroundShape printFractionalCharacterWidth embedTrueTypeFonts embedSystemFonts
  saveSubsetFonts mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop
  defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps defaultTableStyle
  evenAndOddHeaders bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing
  drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery doNotUseMarginsForDrawingGridOrigin
  drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData noPunctuationKerning characterSpacingControl
  printTwoOnOne strictFirstAndLastChars noLineBreaksAfter noLineBreaksBefore compat compatSetting themeFontLang clrSchemeMapping
  decimalSymbol listSeparator`
const compatibility = `useSingleBorderforContiguousCells wpJustification noTabHangInd noLeading spaceForUL noColumnBalance
  balanceSingleByteDoubleByteWidth noExtraLineSpacing doNotLeaveBackslashAlone ulTrailSpace doNotExpandShiftReturn
  spacingInWholePoints lineWrapLikeWord6 printBodyTextBeforeHeader printColBlack wpSpaceWidth showBreaksInFrames subFontBySize
  suppressBottomSpacing suppressTopSpacing suppressSpacingAtTopOfPage suppressTopSpacingWP suppressSpBfAfterPgBrk
  swapBordersFacingPages convMailMergeEsc truncateFontHeightsLikeWP6 mwSmallCaps usePrinterMetrics doNotSuppressParagraphBorders
  wrapTrailSpaces footnoteLayoutLikeWW8 shapeLayoutLikeWW8 alignTablesRowByRow forgetLastTabAlignment adjustLineHeightInTable
  autoSpaceLikeWord95 noSpaceRaiseLower doNotUseHTMLParagraphAutoSpacing layoutRawTableWidth layoutTableRowsApart
  useWord97LineBreakRules doNotBreakWrappedTables doNotSnapToGridInCell selectFldWithFirstOrLastChar applyBreakingRules
  doNotWrapTextWithPunct doNotUseEastAsianBreakRules useWord2002TableStyleRules growAutofit useFELayout useNormalStyleForList
  doNotUseIndentAsNumberingTabStop useAltKinsokuLineBreakRules allowSpaceOfSameStyleInTable doNotSuppressIndentation
  doNotAutofitConstrainedTables autofitToFirstFixedWidthCell underlineTabInNumList displayHangulFixedWidth splitPgBreakAndParaMark
  doNotVertAlignCellWithSp doNotBreakConstrainedForcedTable doNotVertAlignInTxbx useAnsiKerningPairs cachedColBalance`

const fills = `noFill solidFill gradFill gsLst gs lin path fillToRect tileRect tile blipFill blip srcRect stretch fillRect pattFill fgClr bgClr
  grpFill alphaBiLevel alphaCeiling alphaFloor alphaInv alphaMod alphaModFix alphaRepl biLevel clrChange clrFrom clrTo clrRepl duotone
  fillOverlay grayscl hsl lum tint blur`
const colours = `srgbClr schemeClr sysClr prstClr scrgbClr hslClr tint shade comp inv gray alpha alphaOff alphaMod hue hueOff hueMod sat
  satOff satMod lum lumOff lumMod red redOff redMod green greenOff greenMod blue blueOff blueMod gamma invGamma`
const geometry = `xfrm off ext chOff chExt prstGeom avLst gd custGeom gdLst ahLst ahXY ahPolar pos cxnLst cxn rect pathLst moveTo lnTo
  arcTo pt quadBezTo cubicBezTo close ln prstDash custDash ds round bevel miter headEnd tailEnd`
const effects = `effectLst effectDag cont effect blend glow innerShdw outerShdw prstShdw reflection softEdge relOff scene3d camera rot
  lightRig backdrop anchor norm up sp3d bevelT bevelB extrusionClr contourClr flatTx`
const frames = `graphic graphicData graphicFrameLocks picLocks spLocks grpSpLocks cxnSpLocks lnRef fillRef effectRef fontRef prstTxWarp
  noAutofit normAutofit spAutoFit`
const theme = `theme themeElements clrScheme dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink fontScheme
  majorFont minorFont latin ea cs font fmtScheme fillStyleLst lnStyleLst effectStyleLst effectStyle bgFillStyleLst objectDefaults spDef
  lnDef txDef spPr bodyPr style extraClrSchemeLst extraClrScheme clrMap custClrLst custClr`

const elements: Readonly<Record<string, ReadonlySet<string>>> = {
  w: words([content, tables, paragraphs, runs, sections, styles, numbers, fonts, settings, compatibility].join(' ')),
  a: words([fills, colours, geometry, effects, frames, theme].join(' ')),
  pic: words('pic nvPicPr cNvPr cNvPicPr blipFill spPr'),
  wp: words(`inline anchor simplePos positionH positionV align posOffset extent effectExtent wrapNone wrapSquare wrapTight wrapThrough
    wrapPolygon start lineTo wrapTopAndBottom docPr cNvGraphicFramePr`),
  wps: words('wsp cNvPr cNvSpPr cNvCnPr cNvFrPr spPr style txbx linkedTxbx bodyPr'),
  wpg: words('wgp grpSp cNvPr cNvGrpSpPr grpSpPr'),
  wp14: words('sizeRelH pctWidth sizeRelV pctHeight'),
  w14: words(`glow shadow reflection textOutline textFill scene3d props3d ligatures numForm numSpacing stylisticSets styleSet cntxtAlts
    noFill solidFill gradFill gsLst gs lin path fillToRect srgbClr schemeClr tint shade alpha hueMod sat satOff satMod lum lumOff lumMod
    prstDash round bevel miter camera lightRig rot bevelT bevelB extrusionClr contourClr`),
  v: words(`shape shapetype group formulas f path stroke fill shadow textpath textbox imagedata rect roundrect line polyline oval arc curve
    handles h background`),
  o: words('lock fill extrusion callout skew top left bottom right column'),
  w10: words('wrap anchorlock bordertop borderleft borderbottom borderright'),
}

const ofDrawings =
  words(`id name descr title hidden locked distT distB distL distR simplePos relativeHeight behindDoc layoutInCell
  allowOverlap relativeFrom cx cy x y l t r b wrapText edited txBox seq normalEastAsianFlow rot flipH flipV prst fmla w h fill stroke
  extrusionOk wR hR stAng swAng gdRefX minX maxX gdRefY minY maxY gdRefR minR maxR gdRefAng minAng maxAng ang cap cmpd algn val d sp lim
  type len pos scaled path tx ty sx sy flip rotWithShape dpi lastClr hue sat lum g useA amt thresh bright contrast blurRad dist dir kx ky
  rad grow stA stPos endA endPos fadeDir blend fov zoom rig lat lon rev z extrusionH contourW prstMaterial dx dy dz idx noGrp noUngrp
  noDrilldown noSelect noChangeAspect noMove noResize noRot noEditPoints noAdjustHandles noChangeArrowheads noChangeShapeType noCrop
  noTextEdit preferRelativeResize uri typeface panose pitchFamily charset script fontScale lnSpcReduction bg1 tx1 bg2 tx2 accent1 accent2
  accent3 accent4 accent5 accent6 hlink folHlink cstate bwMode spcFirstLastPara vertOverflow horzOverflow vert wrap lIns tIns rIns bIns
  numCol spcCol rtlCol fromWordArt anchor anchorCtr forceAA upright compatLnSpc`)

/** Without the attributes of VML that hold addresses or embedded data: href, src, target, o:gfxdata. */
const ofShapes =
  words(`id style title alt coordsize coordorigin wrapcoords print type adj path filled fillcolor opacity stroked
  strokecolor strokeweight insetpen chromakey v limo textboxrect fillok strokeok shadowok arrowok gradientshapeok textpathok insetpenok eqn
  position polar map invx invy switch xrange yrange radiusrange on color color2 size origin aspect colors angle alignshape focus focussize
  focusposition method recolor rotate weight linestyle miterlimit joinstyle endcap dashstyle filltype imageaspect imagesize
  imagealignshape startarrow startarrowwidth startarrowlength endarrow endarrowwidth endarrowlength obscured offset offset2 matrix inset
  fitshape fitpath trim xscale string cropleft croptop cropright cropbottom gain blacklevel gamma grayscale bilevel embosscolor
  recolortarget from to points startangle endangle control1 control2 arcsize editas selection grouping ungrouping rotation cropping
  verticies adjusthandles text aspectratio shapetype ext side anchorx anchory width shadow accentbar accent backdepth brightness
  foredepth orientation orientationangle plane render skewamt skewangle specularity diffusity shininess metal edge facet lightface
  lightharsh lightharsh2 lightlevel lightlevel2 lightposition lightposition2 rotationangle rotationcenter viewpoint viewpointorigin
  autorotationcenter lockrotationcenter colormode drop dropauto distance lengthspecified length gap minusx minusy textborder`)

const ofOffice =
  words(`spid oned bullet hr hrstd hrnoshade hrpct hralign allowincell allowoverlap userdrawn bordertopcolor
  borderleftcolor borderbottomcolor borderrightcolor insetmode spt connectortype bwmode bwpure bwnormal forcedash preferrelative cliptowrap
  clip connecttype connectlocs connectangles extrusionok opacity2 title detectmouseclick tableproperties tablelimits singleclick`)

/** Attributes without a prefix, by the prefix of their element; attributes with a prefix, by theirs. */
const plain: Readonly<Record<string, ReadonlySet<string>>> = {
  ...Object.fromEntries(['a', 'pic', 'wp', 'wps', 'wpg', 'wp14'].map((prefix) => [prefix, ofDrawings])),
  ...Object.fromEntries(['v', 'o', 'w10'].map((prefix) => [prefix, ofShapes])),
}
const qualified: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  // No attribute of a listed element of Word refers to anything outside, except the code of a field, which `dropFields` judges.
  w: 'all',
  w14: 'all',
  wp14: 'all',
  v: words('ext'),
  o: ofOffice,
  xml: words('space'),
}

/** The attributes that may refer to another part, and the kind of that part. */
export const references: Readonly<Record<string, string>> = {
  'w:headerReference@r:id': 'header',
  'w:footerReference@r:id': 'footer',
  'w:embedRegular@r:id': 'font',
  'w:embedBold@r:id': 'font',
  'w:embedItalic@r:id': 'font',
  'w:embedBoldItalic@r:id': 'font',
  'a:blip@r:embed': 'image',
  'v:imagedata@r:id': 'image',
  'v:fill@r:id': 'image',
  'v:stroke@r:id': 'image',
}

/** Elements that are replaced by their children. */
export const unwrapped: ReadonlySet<string> = words(
  'w:ins w:moveTo w:hyperlink w:smartTag w:customXml w:sdt w:sdtContent',
)

/** Elements that a tracked change has deleted, by the child that marks them. */
export const deleted: Readonly<Record<string, string>> = { 'w:tr': 'w:trPr/w:del' }

/** Elements that hold text; text directly in others is dropped. */
export const texts: ReadonlySet<string> = words('w:t w:instrText wp:align wp:posOffset wp14:pctWidth wp14:pctHeight')

/** What an element must still have after cleaning, or it is dropped: Word reports it as damaged without it. `*` is any element. */
export const needs: Readonly<Record<string, string>> = {
  'w:headerReference': '@r:id',
  'w:footerReference': '@r:id',
  'w:embedRegular': '@r:id',
  'w:embedBold': '@r:id',
  'w:embedItalic': '@r:id',
  'w:embedBoldItalic': '@r:id',
  'w:fldChar': '@w:fldCharType',
  'v:imagedata': '@r:id',
  'pic:pic': 'pic:blipFill/a:blip/@r:embed',
  'a:graphicData': '*',
  'a:graphic': 'a:graphicData',
  'wp:inline': 'a:graphic',
  'wp:anchor': 'a:graphic',
  'w:drawing': '*',
  'w:pict': '*',
  'w:tbl': 'w:tr',
  'w:tr': 'w:tc',
}

/** Elements that must end with a paragraph. */
export const endInParagraph: ReadonlySet<string> = words('w:tc w:txbxContent w:hdr w:ftr')

/** Whether a part may have the element with this prefix and name. */
export function isKnownElement(name: string): boolean {
  const [prefix = '', local = ''] = name.split(':')
  return elements[prefix]?.has(local) ?? false
}

/** Whether an element may have this attribute. Attributes that refer to other parts are in `references`. */
export function isKnownAttribute(element: string, attribute: string): boolean {
  const [local = '', own] = attribute.split(':').toReversed()
  if (own === 'xml') return texts.has(element) && attribute === 'xml:space'
  // Strict documents are written with the transitional namespaces.
  if (attribute === 'w:conformance') return false
  const known = own === undefined ? plain[element.split(':')[0] ?? ''] : qualified[own]
  return known === 'all' || (known?.has(local) ?? false)
}
