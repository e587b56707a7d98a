package app.vitrine.core;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** An open file, or a folder for null, of a {@link PlayedDisk}. */
final class PlayedChannel extends FileChannel {
    private final PlayedDisk disk;
    private final FileChannel real;
    private final PlayedDisk.PlayedFile file;

    PlayedChannel(PlayedDisk disk, FileChannel real, PlayedDisk.PlayedFile file) {
        this.disk = disk;
        this.real = real;
        this.file = file;
    }

    @Override
    public void force(boolean meta) throws IOException {
        disk.forces.incrementAndGet();
        // What is written while it runs is of the next one.
        Runnable keep = file == null ? disk::keepNames : file.begin();
        try {
            Thread.sleep(disk.forceMs);
        } catch (InterruptedException problem) {
            throw new IOException(problem);
        }
        if (disk.failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) throw new IOException("Input/output error");
        keep.run();
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        byte[] bytes = new byte[from.remaining()];
        from.duplicate().get(bytes);
        int written = real.write(from, position);
        file.write(position, bytes);
        return written;
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        real.truncate(size);
        file.truncate(size);
        return this;
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
        return real.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    // The journal needs nothing of what follows.

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into) {
        throw none();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
        throw none();
    }

    @Override
    public int read(ByteBuffer into, long position) {
        throw none();
    }

    @Override
    public int write(ByteBuffer from) {
        throw none();
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw none();
    }

    @Override
    public long position() {
        throw none();
    }

    @Override
    public FileChannel position(long position) {
        throw none();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) {
        throw none();
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
        throw none();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw none();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw none();
    }
}
