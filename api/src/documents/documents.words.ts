import type { WordsOf } from '../kernel/words.ts'
import type * as documents from './documents.ts'

export const documentsWords: WordsOf<typeof documents> = {
  parameters: {
    tenantId: 'The id of the caller’s own company.',
    entityType: 'The type of the documents’ record.',
    entityId: 'The id of the documents’ record.',
    before:
      'The id of the last document of the previous page; if omitted, the first page, which begins with the newest.',
    size: 'The maximum number of documents.',
    key: 'The key in the document’s record.',
    bucketName: 'The bucket in the document’s record.',
    link: 'The last part of a link in a document’s record.',
    number: 'The number of the part, counted from 1.',
  },
  descriptions: {
    sha256: 'the SHA-256 of the content, as 64 hexadecimal digits',
  },
  examples: {
    tenant_id: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01',
    entity_id: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    entityId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    fileName: 'work-order.pdf',
    file_name: 'work-order.pdf',
    fileType: 'application/pdf',
    file_type: 'application/pdf',
    file_extension: 'pdf',
    docType: 'WORK_ORDER',
    doc_type: 'WORK_ORDER',
    purpose: 'Work order as issued',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    bucketName: 'default-docs-bucket',
    bucket_name: 'default-docs-bucket',
    key: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41',
    fingerprint: '1750000000000',
    s3Url: '/common/api/files/one-link',
    url: '/common/api/documents/uploads/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41/part?number=1',
    sheet: null,
    text: null,
    isCut: false,
    fault: null,
  },
  records: {
    document: {
      descriptions: {
        size: 'the size in bytes',
        s3Url: 'the address of the file, which needs no header and is valid for some minutes',
        thumbnailUrl: 'the address of a small image, valid for some minutes; null if there is none',
        previewUrl: 'the address of an image for the screen, valid for some minutes; for a PDF, the document itself',
        fileType: 'the media type, as detected from the content',
      },
      examples: { size: 248_113 },
    },
    resumableUpload: {
      examples: {
        size: 18_350_080,
        parts: [
          {
            number: 1,
            size: 8_388_608,
            hasArrived: true,
            url: '/common/api/documents/uploads/019a3c61-5e90-7d12-84c3-9a8b7c6d5e41/part?number=1',
          },
        ],
      },
    },
  },
  calls: {
    beginUpload: {
      examples: { size: 18_350_080 },
    },
    getDownloadLink: {
      answer: '/common/api/files/one-link',
    },
    getDocumentPreview: {
      examples: { rows: [{ number: 1, cells: ['Item', 'Quantity', 'Rate'] }] },
    },
  },
}
