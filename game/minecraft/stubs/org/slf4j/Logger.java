package org.slf4j;

/** Signatures of qos-ch/slf4j, slf4j-api/src/main/java/org/slf4j/Logger.java, 47c7cc7fa46d (2). */
public interface Logger {
    void info(String msg);

    void warn(String msg);

    void error(String msg);
}
