package app.vitrine.core;

import app.vitrine.base.Texts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * The journal's file. Lines are only added at its end; each is {@code <CRC-32 in hex> <JSON>}. A line that was cut off by
 * a crash has no line feed and counts as never written.
 *
 * <p>Two steps keep a line: {@link #append} gives it to the system and never waits for the disk, {@link #force} waits for the
 * disk and lets others append meanwhile.
 */
final class JournalFile {
    /** A line of the file. {@code whole}: its sum is right. */
    record Line(String json, boolean whole) {}

    /** What the file shall say instead of its lines up to a number. */
    record Copy(List<String> jsons, long upTo) {}

    private final Path path;
    private final FileChannel lockChannel;
    /** Held by whoever waits for the disk. It is taken before the own lock of this object, and before the journal's. */
    private final Object disk = new Object();
    private FileChannel channel;
    /** Bytes of the file that are known to be good. What stands behind them is overwritten. */
    private long good;
    /** Bytes of the file that the disk is known to have. */
    private long safe;
    /** The lines behind {@link #safe}, in their order. */
    private Deque<byte[]> tail = new ArrayDeque<>();
    /** The number of the last line that was added. */
    private long added;
    /** Lines that the file has, old ones too. */
    private int lines;
    /**
     * A force failed. The system may have dropped what it could not write, and would say nothing of it at the next force. So
     * these lines are written again first.
     */
    private boolean doubted;
    private volatile boolean closed;

    /** @throws IOException if the file cannot be used, or another server uses it */
    JournalFile(Path folder) throws IOException {
        Files.createDirectories(folder);
        path = folder.resolve("diario.log");
        lockChannel = FileChannel.open(folder.resolve("diario.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = lockChannel.tryLock();
            if (lock == null) throw new IOException("outro servidor já usa esta pasta");
            open();
        } catch (OverlappingFileLockException problem) {
            lockChannel.close();
            throw new IOException("outro plugin já usa esta pasta", problem);
        } catch (IOException problem) {
            // It is tried again, and must not find its own lock then.
            lockChannel.close();
            throw problem;
        }
    }

    private void open() throws IOException {
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** All lines, in their order. What was cut off at the end is taken away. */
    synchronized List<Line> read() throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        List<Line> found = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < bytes.length; at += 1) {
            if (bytes[at] != '\n') continue;
            found.add(parse(new String(bytes, from, at - from, StandardCharsets.UTF_8)));
            from = at + 1;
        }
        good = from;
        channel.truncate(good);
        // The process before this one may have ended before its last lines were on the disk.
        channel.force(true);
        safe = good;
        lines = found.size();
        return found;
    }

    private static Line parse(String line) {
        if (line.length() < 10 || line.charAt(8) != ' ') return new Line(line, false);
        String json = line.substring(9);
        return new Line(json, line.substring(0, 8).equals(sum(json)));
    }

    private static String sum(String json) {
        CRC32 crc = new CRC32();
        crc.update(Texts.bytes(json));
        return String.format("%08x", crc.getValue());
    }

    private static byte[] lineOf(String json) {
        return Texts.bytes(sum(json) + " " + json + "\n");
    }

    /** Adds a line and answers its number. It survives the end of this process, and a power cut only after {@link #force}. */
    synchronized long append(String json) throws IOException {
        requireOpen();
        byte[] line = lineOf(json);
        try {
            write(channel, line, good);
        } catch (IOException problem) {
            // Half a line must not stand before the next one. If this fails too, the next write covers it.
            try {
                channel.truncate(good);
            } catch (IOException again) {
                problem.addSuppressed(again);
            }
            throw problem;
        }
        good += line.length;
        lines += 1;
        tail.add(line);
        added += 1;
        return added;
    }

    private void requireOpen() throws IOException {
        if (closed) throw new ClosedChannelException();
        if (channel.isOpen()) return;
        // A thread that is interrupted while it writes or forces closes the file for all others.
        doubted = true;
        open();
    }

    /** Waits until the disk has the lines up to this number. One force serves all who wait for lines that were there when it began. */
    void force(long upTo) throws IOException {
        synchronized (disk) {
            FileChannel to;
            int covered;
            synchronized (this) {
                if (has(upTo)) return;
                requireOpen();
                if (doubted) writeTailAgain();
                to = channel;
                covered = tail.size();
            }
            boolean kept = false;
            try {
                to.force(true);
                kept = true;
            } finally {
                end(kept, covered);
            }
        }
    }

    private void writeTailAgain() throws IOException {
        long at = safe;
        for (byte[] line : tail) {
            write(channel, line, at);
            at += line.length;
        }
    }

    private synchronized void end(boolean kept, int covered) {
        doubted = !kept;
        for (int count = 0; kept && count < covered; count += 1) safe += tail.remove().length;
    }

    /** Whether the disk is known to have the lines up to this number. */
    synchronized boolean has(long upTo) {
        return upTo <= added - tail.size();
    }

    /** Whether the disk failed, and nobody has tried again with success. */
    synchronized boolean isDoubted() {
        return doubted;
    }

    /** The number of the last line. */
    synchronized long added() {
        return added;
    }

    /** How many lines the file has. */
    synchronized int lines() {
        return lines;
    }

    private static void write(FileChannel to, byte[] bytes, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) to.write(buffer, position + buffer.position());
    }

    /**
     * Replaces the whole file in one step: after a crash it is the old or the new one. Lines that are added meanwhile go into
     * both. Whoever waits for a line's disk waits for the end of this too, so that no line counts as kept by the old file only.
     *
     * @param content asked once nobody forces the old file any more
     */
    void replace(Supplier<Copy> content) throws IOException {
        synchronized (disk) {
            Copy copy = content.get();
            Path next = path.resolveSibling("diario.novo");
            long size = 0;
            try (FileChannel to = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                for (String json : copy.jsons()) {
                    byte[] line = lineOf(json);
                    write(to, line, size);
                    size += line.length;
                }
                to.force(true);
            }
            exchange(next, size, copy);
            keepName();
        }
    }

    private synchronized void exchange(Path next, long size, Copy copy) throws IOException {
        if (closed) throw new ClosedChannelException();
        Deque<byte[]> later = new ArrayDeque<>(tail);
        while (later.size() > added - copy.upTo()) later.remove();
        long end = size;
        try (FileChannel to = FileChannel.open(next, StandardOpenOption.WRITE)) {
            for (byte[] line : later) {
                write(to, line, end);
                end += line.length;
            }
        }
        // Some systems move nothing over a file that is open.
        channel.close();
        doubted = true;
        try {
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            good = end;
            safe = size;
            tail = later;
            lines = copy.jsons().size() + later.size();
            doubted = false;
        } finally {
            open();
        }
    }

    /** Without it a power cut may bring the old file back. Windows and some file systems have no such call and do it by themselves. */
    private void keepName() {
        try (FileChannel folder = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException none) {
            // As above.
        }
    }

    /** Its folder's name, for texts. */
    String folder() {
        return path.getParent().getFileName().toString();
    }

    /** Keeps a copy beside the journal, for people. */
    void keepDamaged() throws IOException {
        Files.copy(path, path.resolveSibling("diario-danificado-" + System.currentTimeMillis() + ".log"));
    }

    /** Waits for whoever is at the disk: another one may use the folder right after. */
    void close() {
        closed = true;
        synchronized (disk) {
            synchronized (this) {
                try {
                    channel.close();
                    lockChannel.close();
                } catch (IOException problem) {
                    // The process ends with both anyway.
                }
            }
        }
    }
}
