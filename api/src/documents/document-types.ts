/** How a document is shown in its preview. */
export type DocumentPreview = 'image' | 'pdf' | 'table' | 'text'
interface DocumentType {
  label: string
  /** Endings a file of this content may have; the first is the usual one. */
  endings: readonly string[]
  preview?: DocumentPreview
}

/** The accepted kinds of document, by the media type that the content itself tells. */
export const documentTypes: Readonly<Record<string, DocumentType>> = {
  'application/pdf': { label: 'PDF document', endings: ['pdf'], preview: 'pdf' },
  'image/jpeg': { label: 'JPEG image', endings: ['jpg', 'jpeg', 'jpe', 'jfif'], preview: 'image' },
  'image/png': { label: 'PNG image', endings: ['png'], preview: 'image' },
  'image/webp': { label: 'WEBP image', endings: ['webp'], preview: 'image' },
  'image/gif': { label: 'GIF image', endings: ['gif'], preview: 'image' },
  'image/tiff': { label: 'TIFF image', endings: ['tif', 'tiff'], preview: 'image' },
  'image/avif': { label: 'AVIF image', endings: ['avif'], preview: 'image' },
  'image/heic': { label: 'HEIC photo', endings: ['heic', 'heif'] },
  'image/bmp': { label: 'Bitmap image', endings: ['bmp'] },
  'image/vnd.dwg': { label: 'AutoCAD drawing', endings: ['dwg'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    label: 'Word document',
    endings: ['docx'],
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    label: 'Excel workbook',
    endings: ['xlsx'],
    preview: 'table',
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    label: 'PowerPoint presentation',
    endings: ['pptx'],
  },
  'application/msword': { label: 'Word document', endings: ['doc'] },
  'application/vnd.ms-excel': { label: 'Excel workbook', endings: ['xls'], preview: 'table' },
  'application/vnd.ms-powerpoint': { label: 'PowerPoint presentation', endings: ['ppt'] },
  'application/vnd.ms-outlook': { label: 'Outlook message', endings: ['msg'] },
  'application/vnd.oasis.opendocument.text': { label: 'OpenDocument text', endings: ['odt'] },
  'application/vnd.oasis.opendocument.spreadsheet': { label: 'OpenDocument spreadsheet', endings: ['ods'] },
  'application/vnd.oasis.opendocument.presentation': { label: 'OpenDocument presentation', endings: ['odp'] },
  'application/rtf': { label: 'Rich text', endings: ['rtf'] },
  'text/csv': { label: 'CSV sheet', endings: ['csv'], preview: 'table' },
  'text/plain': { label: 'Text', endings: ['txt', 'log', 'md', 'dxf'], preview: 'text' },
  'application/zip': { label: 'ZIP archive', endings: ['zip'] },
  'video/mp4': { label: 'MP4 video', endings: ['mp4', 'm4v'] },
  'video/quicktime': { label: 'QuickTime video', endings: ['mov'] },
}
