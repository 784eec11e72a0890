/**
 * What a letterhead may be made of, as the vocabulary of ECMA-376 has it: what is known to do nothing but say how a page looks. Whatever
 * is not listed is refused, so that what nobody here has thought of is refused, too.
 */

const words = (text: string) => new Set(text.trim().split(/\s+/))

const office = 'http://schemas.openxmlformats.org'
const microsoft = 'http://schemas.microsoft.com/office'

/** Strict documents call the same vocabularies by other names. */
const vocabularies: Readonly<Record<string, string>> = {
  [`${office}/wordprocessingml/2006/main`]: 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  [`${office}/officeDocument/2006/relationships`]: 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  [`${office}/drawingml/2006/main`]: 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  [`${office}/drawingml/2006/picture`]: 'pic',
  'http://purl.oclc.org/ooxml/drawingml/picture': 'pic',
  [`${office}/drawingml/2006/wordprocessingDrawing`]: 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  [`${office}/officeDocument/2006/math`]: 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  [`${office}/markup-compatibility/2006`]: 'mc',
  [`${office}/package/2006/relationships`]: 'relationships',
  [`${office}/package/2006/content-types`]: 'types',
  [`${office}/package/2006/metadata/core-properties`]: 'core',
  [`${office}/officeDocument/2006/extended-properties`]: 'extended',
  'http://purl.oclc.org/ooxml/officeDocument/extendedProperties': 'extended',
  [`${office}/officeDocument/2006/custom-properties`]: 'custom',
  'http://purl.oclc.org/ooxml/officeDocument/customProperties': 'custom',
  [`${office}/officeDocument/2006/docPropsVTypes`]: 'vt',
  'http://purl.oclc.org/ooxml/officeDocument/docPropsVTypes': 'vt',
  [`${office}/officeDocument/2006/customXml`]: 'ds',
  'http://purl.oclc.org/ooxml/officeDocument/customXml': 'ds',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:word': 'w10',
  [`${microsoft}/word/2010/wordprocessingShape`]: 'wps',
  [`${microsoft}/word/2010/wordprocessingGroup`]: 'wpg',
  [`${microsoft}/word/2010/wordprocessingCanvas`]: 'wpc',
  [`${microsoft}/word/2010/wordprocessingDrawing`]: 'wp14',
  [`${microsoft}/word/2010/wordml`]: 'w14',
  [`${microsoft}/word/2012/wordml`]: 'w15',
  [`${microsoft}/word/2016/wordml/cid`]: 'w16cid',
  [`${microsoft}/word/2020/wordml/sdtdatahash`]: 'w16sdtdh',
  [`${microsoft}/drawing/2010/main`]: 'a14',
  [`${microsoft}/drawing/2014/main`]: 'a16',
  [`${microsoft}/drawing/2017/decorative`]: 'adec',
  [`${microsoft}/thememl/2012/main`]: 'thm15',
}

/** The short name of a vocabulary; undefined for one that no letterhead needs. */
export const vocabularyOf = (uri: string): string | undefined =>
  Object.hasOwn(vocabularies, uri) ? vocabularies[uri] : undefined

const content = `document body p pPr r rPr t tab br cr noBreakHyphen softHyphen sym ptab fldChar fldSimple instrText proofErr
  bookmarkStart bookmarkEnd lastRenderedPageBreak drawing pict txbxContent background hdr ftr sectPr headerReference footerReference
  footnotes footnote endnotes endnote footnoteReference endnoteReference footnoteRef endnoteRef separator continuationSeparator
  footnotePr endnotePr numFmt numStart numRestart pos pgNum dayShort dayLong monthShort monthLong yearShort yearLong comments
  comment commentReference annotationRef commentRangeStart commentRangeEnd permStart permEnd glossaryDocument docParts docPart docPartPr docPartBody docPartObj docPartGallery
  docPartCategory docPartUnique docPartList category gallery types type behaviors behavior description guid placeholder`
const tables = `tbl tblPr tblGrid gridCol tr trPr tc tcPr tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc
  tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrEx top left start bottom right end insideH
  insideV tl2br tr2bl cnfStyle divId gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader hidden tcW gridSpan hMerge vMerge
  tcBorders noWrap tcMar textDirection tcFitText vAlign hideMark`
const paragraphs = `pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr ilvl numId suppressLineNumbers pBdr between bar
  tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind
  contextualSpacing mirrorIndents suppressOverlap textAlignment textboxTightWrap outlineLvl`
const runs = `rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof vanish webHidden color w kern
  position sz szCs highlight u effect bdr fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath ruby rubyPr rubyAlign hps
  hpsRaise hpsBaseText lid rt rubyBase`
const sections = `pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols col formProt titlePg docGrid rtlGutter noEndnote`
const controls = `sdt sdtPr sdtEndPr sdtContent alias tag id lock temporary showingPlcHdr text richText date dateFormat storeMappedDataAs calendar
  label tabIndex equation dataBinding comboBox dropDownList listItem citation group bibliography picture`
const styles = `styles docDefaults rPrDefault pPrDefault latentStyles lsdException style name aliases basedOn next link autoRedefine
  uiPriority semiHidden unhideWhenUsed qFormat locked personal personalCompose personalReply rsid tblStylePr`
const numbers = `numbering abstractNum nsid multiLevelType tmpl styleLink numStyleLink lvl start lvlRestart isLgl suff lvlText lvlJc legacy
  num abstractNumId lvlOverride startOverride numIdMacAtCleanup numPicBullet lvlPicBulletId`
const fonts = `fonts font altName panose1 charset family notTrueType pitch sig embedRegular embedBold embedItalic embedBoldItalic`
const settings = `settings writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries
  displayBackgroundShape printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts embedSystemFonts
  saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader bordersDoNotSurroundFooter gutterAtTop
  hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState stylePaneFormatFilter stylePaneSortMethod documentType
  revisionView doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride styleLockTheme styleLockQFSet defaultTabStop
  autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps showEnvelope summaryLength clickAndTypeStyle
  defaultTableStyle evenAndOddHeaders bookFoldRevPrinting bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing
  drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery doNotUseMarginsForDrawingGridOrigin
  drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData noPunctuationKerning characterSpacingControl
  printTwoOnOne strictFirstAndLastChars noLineBreaksAfter noLineBreaksBefore savePreviewPicture doNotValidateAgainstSchema
  saveInvalidXml ignoreMixedContent alwaysShowPlaceholderText doNotDemarcateInvalidXml saveXmlDataOnly useXSLTWhenSaving showXMLTags
  alwaysMergeEmptyNamespace updateFields hdrShapeDefaults compat compatSetting rsids rsidRoot themeFontLang clrSchemeMapping
  doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions caption autoCaptions autoCaption readModeInkLockDown
  shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator`
const compatibility = `useSingleBorderforContiguousCells wpJustification noTabHangInd noLeading spaceForUL noColumnBalance balanceSingleByteDoubleByteWidth
  noExtraLineSpacing doNotLeaveBackslashAlone ulTrailSpace doNotExpandShiftReturn spacingInWholePoints lineWrapLikeWord6
  printBodyTextBeforeHeader printColBlack wpSpaceWidth showBreaksInFrames subFontBySize suppressBottomSpacing suppressTopSpacing
  suppressSpacingAtTopOfPage suppressTopSpacingWP suppressSpBfAfterPgBrk swapBordersFacingPages convMailMergeEsc
  truncateFontHeightsLikeWP6 mwSmallCaps usePrinterMetrics doNotSuppressParagraphBorders wrapTrailSpaces footnoteLayoutLikeWW8
  shapeLayoutLikeWW8 alignTablesRowByRow forgetLastTabAlignment adjustLineHeightInTable autoSpaceLikeWord95 noSpaceRaiseLower
  doNotUseHTMLParagraphAutoSpacing layoutRawTableWidth layoutTableRowsApart useWord97LineBreakRules doNotBreakWrappedTables
  doNotSnapToGridInCell selectFldWithFirstOrLastChar applyBreakingRules doNotWrapTextWithPunct doNotUseEastAsianBreakRules
  useWord2002TableStyleRules growAutofit useFELayout useNormalStyleForList doNotUseIndentAsNumberingTabStop
  useAltKinsokuLineBreakRules allowSpaceOfSameStyleInTable doNotSuppressIndentation doNotAutofitConstrainedTables
  autofitToFirstFixedWidthCell underlineTabInNumList displayHangulFixedWidth splitPgBreakAndParaMark doNotVertAlignCellWithSp
  doNotBreakConstrainedForcedTable doNotVertAlignInTxbx useAnsiKerningPairs cachedColBalance`
const web = `webSettings optimizeForBrowser relyOnVML allowPNG doNotRelyOnCSS doNotSaveAsSingleFile doNotOrganizeInFolder
  doNotUseLongFileNames pixelsPerInch targetScreenSz divs div bodyDiv blockQuote marLeft marRight marTop marBottom divBdr divsChild encoding`

const shapes = `shape shapetype group formulas f path stroke fill shadow textpath textbox imagedata rect roundrect line polyline oval arc
  curve handles h background`

/** The elements of each vocabulary; of one that says nothing but how something is drawn, all. */
const elements: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  w: words(
    [content, tables, paragraphs, runs, sections, controls, styles, numbers, fonts, settings, compatibility, web].join(
      ' ',
    ),
  ),
  // A picture, a shape, a theme: what they are filled with is named by relationships, which are judged apart.
  a: 'all',
  pic: 'all',
  wp: 'all',
  m: 'all',
  a14: 'all',
  a16: 'all',
  adec: 'all',
  thm15: 'all',
  wps: 'all',
  wpg: 'all',
  wpc: 'all',
  wp14: 'all',
  mc: words('AlternateContent Choice Fallback'),
  v: words(shapes),
  o: words('lock shapedefaults shapelayout idmap regrouptable entry colormru colormenu fill extrusion callout'),
  w10: words('wrap anchorlock bordertop borderleft borderright borderbottom'),
  w14: 'all',
  w15: words(
    'chartTrackingRefBased docId color appearance repeatingSection repeatingSectionItem footnoteColumns collapsed dataBinding people person presenceInfo',
  ),
  relationships: words('Relationships Relationship'),
  types: words('Types Default Override'),
  core: words('coreProperties keywords lastModifiedBy revision category contentStatus contentType lastPrinted version'),
  dc: words('title creator subject description identifier language'),
  dcterms: words('created modified'),
  extended:
    words(`Properties Template TotalTime Pages Words Characters Application DocSecurity Lines Paragraphs ScaleCrop HeadingPairs
    TitlesOfParts Company LinksUpToDate CharactersWithSpaces SharedDoc HyperlinksChanged AppVersion Manager Slides Notes HiddenSlides
    MMClips PresentationFormat`),
  custom: words('Properties property'),
  vt: words('vector variant lpstr lpwstr i1 i2 i4 i8 int ui4 r8 bool filetime date bstr'),
  ds: words('datastoreItem schemaRefs schemaRef'),
}

/** Whether a part may have such an element. */
export function isKnownElement(vocabulary: string | undefined, name: string): boolean {
  const known = vocabulary === undefined ? undefined : elements[vocabulary]
  return known === 'all' || (known?.has(name) ?? false)
}

/** The one attribute of each element that may name a part by its relationship: a head, a foot, a picture, a font that the file holds. */
const references =
  words(`w:headerReference/id w:footerReference/id w:embedRegular/id w:embedBold/id w:embedItalic/id w:embedBoldItalic/id
  a:blip/embed v:imagedata/id v:fill/id`)

/** Attributes of no vocabulary, and of these, that lead to an address, start something, or say how others are to be read. */
const attributes: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  // Those of Word's own elements say how they look; what leads out of the file is an element that is not known, or a field.
  w: 'all',
  w14: 'all',
  w15: 'all',
  wp14: 'all',
  a14: 'all',
  w16cid: words('durableId'),
  w16sdtdh: words('storeItemChecksum'),
  m: 'all',
  mc: words('Ignorable'),
  v: words('ext'),
  xml: words('space lang'),
  xsi: words('type'),
  ds: words('itemID uri'),
  // Of shapes: measures and names. A picture or fill of theirs is named by its relationship alone.
  o: words(`spid spt bullet button hr hrpct hralign hrstd hrnoshade allowincell allowoverlap userdrawn bordertopcolor borderleftcolor
    borderbottomcolor borderrightcolor connecttype connectortype connectloc connectangles extrusionok opacity2 detectmouseclick preferrelative
    insetmode oned cliptowrap clip forcedash ole singleclick idmap targetscreensize title altid ruleinitiator ruleproxy
    userhidden`),
}

/** Of shapes, which have addresses among their own attributes, those that are known. */
const ofShapes =
  words(`id type style coordsize coordorigin path adj filled fillcolor stroked strokecolor strokeweight alt title eqn v ext
  joinstyle on color color2 opacity opacity2 obscured offset offset2 origin matrix gradientshapeok arrowok textboxrect textpathok
  connectlocs limo fitshape trim string xscale from to control1 control2 points arcsize startangle endangle wrapcoords inset
  cropleft croptop cropright cropbottom gain blacklevel gamma grayscale bilevel chromakey embosscolor position polar map xrange yrange
  switch radiusrange invx invy aspectratio shapetype rotation text grouping verticies adjusthandles selection weight dashstyle linestyle
  endcap miterlimit startarrow startarrowwidth startarrowlength endarrow endarrowwidth endarrowlength insetpen focus focusposition
  focussize angle method rotate size recolor print spidmax data dir allowincell wrap side anchorx anchory width shadow class unselectable
  tableproperties hrnoshade insetpenok hideextra edited start end length align r sc strokeok fillok extrusionok colors alignshape spt
  tablelimits editas bwmode bwpure bwnormal`)

/** Attributes without a vocabulary of the elements that have none of others; `all`, of those that say how something is drawn. */
const plainOf: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  relationships: words('Id Type Target TargetMode'),
  types: words('Extension PartName ContentType'),
  mc: words('Requires'),
  v: ofShapes,
  o: ofShapes,
  w10: words('type side anchorx anchory'),
  extended: words(''),
  custom: words('fmtid pid name'),
  vt: words('size baseType'),
  w: words(''),
}

/** Whether an element may have such an attribute; `vocabulary` is undefined of one without any. */
export function isKnownAttribute(
  element: { vocabulary: string; name: string },
  attribute: { vocabulary: string | undefined; name: string },
): boolean {
  if (attribute.vocabulary === 'r') return references.has(`${element.vocabulary}:${element.name}/${attribute.name}`)
  const known =
    attribute.vocabulary === undefined ? (plainOf[element.vocabulary] ?? 'all') : attributes[attribute.vocabulary]
  return known === 'all' || (known?.has(attribute.name) ?? false)
}
