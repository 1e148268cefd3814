// The endpoints that show the inside of the process. MANAGEMENT_EXPOSE turns them on; otherwise their paths do not exist.

export type SensitiveEndpoint = 'beans' | 'threaddump' | 'heapdump'
